/** PostgreSQL's settings for a small service: what differs from its defaults. */
export const durableSettings = {
  shared_buffers: '128MB',
  max_connections: '100',
  jit: 'off',
  // Room for an import between checkpoints. Nothing replicates from here.
  max_wal_size: '2GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The same for tests, whose data nobody misses after a crash of the machine. */
export const fastSettings = {
  ...durableSettings,
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It would hold on to the template that the tests clone.
  autovacuum: 'off',
};
