-- Only 1.1.0 reads and writes the column.
ALTER TABLE "collector_sweeps" DROP COLUMN "channels";
