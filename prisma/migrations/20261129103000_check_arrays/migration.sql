-- statements: The elements of these arrays belong together, so the arrays must have the same length. A later migration validates these checks.

ALTER TABLE "chat_intervals"
    DROP CONSTRAINT IF EXISTS "chat_intervals_lengths_check",
    ADD CONSTRAINT "chat_intervals_lengths_check" CHECK ((
        cardinality("messages") = cardinality("chatters") AND cardinality("messages") = cardinality("deleted_messages")
        AND cardinality("messages") = cardinality("shared_messages")
    ) IS TRUE) NOT VALID;

ALTER TABLE "packed_samples"
    DROP CONSTRAINT IF EXISTS "packed_samples_lengths_check",
    ADD CONSTRAINT "packed_samples_lengths_check" CHECK (
        num_nonnulls("viewer_steps", "long_viewer_steps") = 1 AND num_nonnulls("time_steps", "long_time_steps") <= 1
        AND "sample_count" = COALESCE(cardinality("viewer_steps"), cardinality("long_viewer_steps"))
        AND "sample_count" = COALESCE(cardinality("time_steps"), cardinality("long_time_steps"), "sample_count")
        AND "sample_count" = COALESCE(cardinality("import_ids"), "sample_count")
    ) NOT VALID;

ALTER TABLE "sweep_totals"
    DROP CONSTRAINT IF EXISTS "sweep_totals_lengths_check",
    ADD CONSTRAINT "sweep_totals_lengths_check" CHECK ((
        cardinality("languages") = cardinality("language_streams") AND cardinality("languages") = cardinality("language_viewers")
        AND cardinality("games") = cardinality("game_streams") AND cardinality("games") = cardinality("game_viewers")
    ) IS TRUE) NOT VALID;
