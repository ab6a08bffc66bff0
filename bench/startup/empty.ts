// The floor of everything: Node starts, does nothing to speak of, and ends.
process.exitCode = 0;
