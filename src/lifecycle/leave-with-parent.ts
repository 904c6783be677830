// Preloaded into child processes: ends them gracefully if their parent is killed.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

export {};
