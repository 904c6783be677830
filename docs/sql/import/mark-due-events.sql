UPDATE events e SET figures_due = TRUE
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT c.stream_id FROM changed_streams c);
