SELECT e.id FROM events e WHERE e.figures_due FOR UPDATE SKIP LOCKED;
