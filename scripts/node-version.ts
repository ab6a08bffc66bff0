// The guard at the start of every script: Node 24 comes with `npm ci`, but only npm scripts find it
// on their own.

const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
  process.stderr.write(
    `Node 24 is needed, this is ${process.versions.node}. ` +
      'Run "npm ci" and start scripts with "npm run".\n',
  );
  process.exit(1);
}
