SELECT FROM forgotten_ids LIMIT 1;
