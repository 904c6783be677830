-- statements: The new checks hold for all rows. The validation reads tables, while others read and write them.

ALTER TABLE "boards" VALIDATE CONSTRAINT "boards_month_check";

ALTER TABLE "due_months" VALIDATE CONSTRAINT "due_months_month_check";

ALTER TABLE "pruned_months" VALIDATE CONSTRAINT "pruned_months_month_check";

ALTER TABLE "chat_intervals" VALIDATE CONSTRAINT "chat_intervals_lengths_check";

ALTER TABLE "packed_samples" VALIDATE CONSTRAINT "packed_samples_lengths_check";

ALTER TABLE "sweep_totals" VALIDATE CONSTRAINT "sweep_totals_lengths_check";

ALTER TABLE "streams" VALIDATE CONSTRAINT "streams_end_reason_check";
