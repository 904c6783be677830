-- The sums from which the figures of a live stream go on. The first import that brings a sample of a stream computes them.

ALTER TABLE "streams" ADD COLUMN "sampled_viewer_ms" DECIMAL(40, 0);
