// The least that any Node program takes: Node starts and exits.
process.exitCode = 0;
