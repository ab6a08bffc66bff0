// Loaded into the emulator's process by the load test: answers a message with the memory after a garbage collection.

if (process.send !== undefined) {
  process.on('message', (message) => {
    if (message !== 'memory') return;
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    process.send?.({ heapMb: heapUsed / 1e6, rssMb: rss / 1e6 });
  });
  // The emulator must end by itself, whoever still listens to it.
  process.channel?.unref();
}
