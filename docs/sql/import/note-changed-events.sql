INSERT INTO changed_events (event_id)
  
  SELECT l.event_id
  FROM (
  SELECT s.id
  FROM (
  SELECT t.id FROM staging_streamers s JOIN streamers t ON t.id = s.id WHERE t.login IS DISTINCT FROM s.login
  UNION ALL
  SELECT t.id FROM staging_streamers s JOIN streamers t ON t.login = s.login WHERE t.id <> s.id) u
  CROSS JOIN LATERAL (SELECT q.id FROM streams q WHERE q.streamer_id = u.id OFFSET 0) s) v
  CROSS JOIN LATERAL (SELECT q.event_id FROM event_streams q WHERE q.stream_id = v.id OFFSET 0) l;

INSERT INTO changed_events (event_id)
  
  SELECT l.event_id
  FROM (SELECT t.id FROM staging_streams s JOIN streams t ON t.id = s.id WHERE t.streamer_id <> s.streamer_id) v
  CROSS JOIN LATERAL (SELECT q.event_id FROM event_streams q WHERE q.stream_id = v.id OFFSET 0) l;

INSERT INTO changed_events (event_id)
  
    SELECT unnest(ARRAY[s.id, t.id])
    FROM staging_events s
    LEFT JOIN events t ON t.id = s.id
    WHERE ROW(t.id, t.title, t.description, t.started_at, t.ended_at, t.logo_url, t.user_id, t.is_public, t.host_stream_id) IS DISTINCT FROM ROW(s.id, s.title, s.description, s.started_at, s.ended_at, s.logo_url, s.user_id, s.is_public, s.host_stream_id);

INSERT INTO changed_events (event_id)
  
    SELECT unnest(ARRAY[s.event_id, t.event_id])
    FROM staging_event_streams s
    LEFT JOIN event_streams t ON t.event_id = s.event_id AND t.stream_id = s.stream_id
    WHERE ROW(t.event_id, t.stream_id, t.role) IS DISTINCT FROM ROW(s.event_id, s.stream_id, s.role);

UPDATE events e SET changed_at = greatest(now(), date_trunc('second', e.changed_at) + interval '1 second') WHERE e.id IN (SELECT c.event_id FROM changed_events c);
