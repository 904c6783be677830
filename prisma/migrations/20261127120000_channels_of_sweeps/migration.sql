-- The column channels is no longer read or written. Collectors of 1.1.0 still write it, so a later release drops it.
ALTER TABLE "collector_sweeps" ALTER COLUMN "channels" SET DEFAULT 0;
