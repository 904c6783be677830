// Streams with a chat and a viewer sample each minute, events of these streams, and totals. The generated data has too few of these rows.
import { createPartitions } from '../dist/ingest/partitions.js';
import { ownerSettings } from '../dist/database/session-settings.js';

export const daysOfStreams = 20;
export const streamsOfEvent = 40;
const samples = 480;
const streamsOfLargeEvent = 1_000;
const followerPoints = 1_000;
const daysOfTotals = 31;
const largeEvent = 900_000_000;
const first = largeEvent + 1;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/**
 * Adds the rows unless they exist: 40 streamers with a stream of eight hours on each of 20 days, an event for each day, and
 * an event of 1,000 streams on the day before. The streamers have 1,000 follower points, and the platform totals of 31 days.
 * Returns their keys.
 */
export async function drawSampledKeys(client) {
  const { rows } = await client.query(`SELECT s.started_at FROM streams s WHERE s.id = ${first}`);
  const newest = rows[0]?.started_at ?? new Date(Math.floor(Date.now() / dayMs - 1) * dayMs);
  if (rows.length === 0) await addRows(client, newest);
  const moment = (minutes) => new Date(newest.getTime() + minutes * minuteMs).toISOString();
  const streams = Array.from({ length: streamsOfEvent }, (_, i) => ({
    ...{ login: `sampled${i}`, stream: first + i, from: moment(i + 1), to: moment(i + samples) },
  }));
  const events = Array.from({ length: daysOfStreams }, (_, day) => ({
    ...{ event: first + day, stream: first + day * streamsOfEvent },
  }));
  const totals = [{ login: 'sampled0', from: moment(-daysOfTotals * 1_440), to: moment(0) }];
  return {
    ...{ sampled: { cold: streams }, events: { cold: events }, largeEvent: { cold: [{ event: largeEvent }] } },
    totals: { cold: totals },
  };
}

/** ID, streamer, event and day of each stream. */
const streams = `
  SELECT ${first} + n AS id, ${first} + n % ${streamsOfEvent} AS streamer_id, ${first} + n / ${streamsOfEvent} AS event_id,
    n / ${streamsOfEvent} AS day
  FROM generate_series(0, ${streamsOfEvent * daysOfStreams - 1}) n
  UNION ALL
  SELECT ${first} + 100000 + n, ${first} + n, ${largeEvent}, ${daysOfStreams}
  FROM generate_series(0, ${streamsOfLargeEvent - 1}) n`;

async function addRows(client, newest) {
  const newestDay = `'${newest.toISOString()}'::timestamptz`;
  const sampled = `(SELECT * FROM streams s WHERE s.id >= ${first} AND s.id < ${first} + 200000)`;
  await client.query(ownerSettings);
  await client.query('BEGIN');
  await client.query(`
    INSERT INTO streamers (id, login, display_name)
    SELECT ${first} + i, 'sampled' || i, 'Sampled ' || i FROM generate_series(0, ${streamsOfLargeEvent - 1}) i`);
  await client.query(`
    INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, avg_viewers, peak_viewers, watchtime, sample_count)
    SELECT s.id, s.streamer_id, t.start, t.start + interval '${samples} min', 'given', 500, 999, 500 * ${samples}, ${samples}
    FROM (${streams}) s
    CROSS JOIN LATERAL (
      SELECT ${newestDay} - s.day * interval '1 day' + (s.streamer_id - ${first}) % ${streamsOfEvent} * interval '1 min' AS start
    ) t`);
  for (const column of ['started_at', 'ended_at'])
    await createPartitions(client, 'viewer_samples', `(SELECT s.${column} AS created_at FROM ${sampled} s)`);
  await client.query(`
    INSERT INTO viewer_samples (stream_id, created_at, viewers)
    SELECT s.id, s.started_at + i * interval '1 min', (s.id * 7919 + i * 104729) % 1000
    FROM ${sampled} s, generate_series(0, ${samples - 1}) i`);
  await client.query(`
    INSERT INTO events (id, title, started_at, ended_at, is_public)
    SELECT DISTINCT s.event_id, 'Sampled', t.start, t.start + interval '9 h', TRUE
    FROM (${streams}) s
    CROSS JOIN LATERAL (SELECT ${newestDay} - s.day * interval '1 day' AS start) t`);
  await client.query(`INSERT INTO event_streams (event_id, stream_id) SELECT s.event_id, s.id FROM (${streams}) s`);
  await client.query(`
    INSERT INTO event_markers (id, event_id, title, timestamp, color)
    SELECT e.id * 10 + i, e.id, 'Part ' || i, e.started_at + i * interval '100 min', '#000000'
    FROM events e, generate_series(0, 4) i
    WHERE e.id >= ${largeEvent} AND e.id < ${first} + ${daysOfStreams}`);
  await client.query(`
    INSERT INTO chat_intervals (stream_id, messages, chatters, deleted_messages, shared_messages)
    SELECT s.id, a.counts, a.counts, a.counts, a.counts
    FROM ${sampled} s, (SELECT array_agg(100 + i) AS counts FROM generate_series(1, ${samples / 5}) i) a`);
  await client.query(`
    INSERT INTO follower_points (streamer_id, created_at, followers)
    SELECT ${first} + n, ${newestDay} - i * interval '1 hour', 1000 + i
    FROM generate_series(0, ${streamsOfEvent - 1}) n, generate_series(1, ${followerPoints}) i`);
  await client.query(`
    INSERT INTO totals (kind, name, created_at, platform, viewer_ms, peak_viewers, stream_ms, peak_streams, covered_ms)
    SELECT k.kind, k.name, ${newestDay} - i * interval '1 hour', 'twitch', 3600000::numeric * i, i, 3600000::numeric * 9, 9, 3600000
    FROM (
      SELECT 'all' AS kind, '' AS name
      UNION ALL SELECT 'language', 'l' || n FROM generate_series(1, 20) n
      UNION ALL SELECT 'game', 'Game ' || n FROM generate_series(1, 200) n
    ) k, generate_series(1, ${daysOfTotals * 24}) i`);
  await client.query('COMMIT');
  await client.query('VACUUM (ANALYZE)');
}
