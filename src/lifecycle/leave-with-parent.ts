// Preloaded into programs that ours start: ends them in order when the one that started them was killed.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

export {};
