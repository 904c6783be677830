SELECT e.id::text AS id, (date_part('epoch', greatest(e.started_at, p.counted_until) - to_timestamp(0)) * 1000)::bigint AS from,
    COALESCE((date_part('epoch', e.ended_at - to_timestamp(0)) * 1000)::bigint + 0.5, 'Infinity'::float8) AS to, l.stream_ids
  FROM unnest($1::bigint[]) n(event_id)
  JOIN events e ON e.id = n.event_id
  LEFT JOIN pruned_event_samples p ON p.event_id = e.id
  JOIN LATERAL (
    SELECT array_agg(m.stream_id ORDER BY s.started_at, s.id)::text[] AS stream_ids
    FROM event_streams m
    JOIN streams s ON s.id = m.stream_id
    WHERE m.event_id = e.id
  ) l ON l.stream_ids IS NOT NULL;

SELECT n.place::int - 1 AS place, m.*
  FROM unnest($1::bigint[], $2::float8[], $3::float8[]) WITH ORDINALITY n(stream_id, since, until, place)
  CROSS JOIN LATERAL (
    SELECT (date_part('epoch', s.started_at - to_timestamp(0)) * 1000)::bigint AS start, (date_part('epoch', s.ended_at - to_timestamp(0)) * 1000)::bigint AS end,
      a.offsets, a.viewers, (date_part('epoch', k.first_at - s.started_at) * 1000)::bigint AS first_offset, k.first_viewers, k.step_ms, k.sample_count, k.time_steps,
      k.long_time_steps, k.viewer_steps, k.long_viewer_steps, (date_part('epoch', p.last_at - s.started_at) * 1000)::bigint AS pruned_offset,
      p.last_viewers AS pruned_viewers
    FROM streams s
    LEFT JOIN pruned_samples p ON p.stream_id = s.id
    LEFT JOIN packed_samples k ON k.stream_id = s.id AND k.last_at >= s.started_at
    CROSS JOIN LATERAL (
      SELECT (SELECT max(v.created_at) FROM viewer_samples v WHERE v.stream_id = s.id AND v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity') AND v.created_at > COALESCE(p.last_at, '-infinity') AND v.created_at < to_timestamp(n.since / 1000)) AS earlier,
        (SELECT min(v.created_at) FROM viewer_samples v WHERE v.stream_id = s.id AND v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity') AND v.created_at > COALESCE(p.last_at, '-infinity') AND v.created_at > to_timestamp(n.until / 1000)) AS later
    ) b
    CROSS JOIN LATERAL (
      SELECT array_agg((date_part('epoch', v.created_at - s.started_at) * 1000)::bigint ORDER BY v.created_at) AS offsets,
        array_agg(v.viewers ORDER BY v.created_at) AS viewers
      FROM viewer_samples v
      WHERE v.stream_id = s.id AND v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity') AND v.created_at > COALESCE(p.last_at, '-infinity')
        AND v.created_at >= COALESCE(b.earlier, '-infinity') AND v.created_at <= COALESCE(b.later, 'infinity')
    ) a
    WHERE s.id = n.stream_id
    OFFSET 0
  ) m;
