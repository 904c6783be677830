UPDATE events e SET figures_due = TRUE
    FROM staging_events s
    WHERE e.id = s.id AND ROW(e.started_at, e.ended_at) IS DISTINCT FROM ROW(s.started_at, s.ended_at);

UPDATE events e SET figures_due = TRUE
    FROM staging_event_streams s
    WHERE e.id = s.event_id
      AND NOT EXISTS (SELECT FROM event_streams l WHERE l.event_id = s.event_id AND l.stream_id = s.stream_id);

UPDATE events e SET figures_due = TRUE
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT c.stream_id FROM changed_streams c);
