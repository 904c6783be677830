import type { Client } from 'pg';
import { chatIntervalSeconds } from '../../figures/chat-intervals.js';
import { SEED_EXAMPLES } from './seed-examples.js';

interface CountedStream {
  id: string;
  intervals: number;
  messages: number;
  deleted: number;
  shared: number;
}

/** The place of the interval whose chat is missing in part. */
const gapPlace = 3;

/** Stores the chats of two streams over time, which add up to their message statistics. */
export async function insertSeedChats(client: Client, now: Date): Promise<void> {
  const { streamId, liveStreamId } = SEED_EXAMPLES;
  const { rows } = await client.query<CountedStream>(
    `SELECT m.stream_id AS id, m.total_messages::float8 AS messages, m.deleted_messages::float8 AS deleted,
      COALESCE(m.shared_messages, 0)::float8 AS shared,
      ceil(date_part('epoch', COALESCE(s.ended_at, $2) - s.started_at) / ${chatIntervalSeconds})::int AS intervals
    FROM message_stats m
    JOIN streams s ON s.id = m.stream_id
    WHERE m.stream_id = ANY ($1)`,
    [[streamId, liveStreamId], now],
  );
  for (const stream of rows) {
    const messages = spread(stream.messages, stream.intervals);
    const columns = [
      messages,
      messages.map((count, i) => Math.ceil((count * (38 + (i % 5))) / 100)),
      spread(stream.deleted, stream.intervals),
      spread(stream.shared, stream.intervals),
    ];
    await client.query('INSERT INTO chat_intervals VALUES ($1, $2, $3, $4, $5)', [stream.id, ...columns]);
    await client.query(
      `INSERT INTO chat_gaps
      SELECT s.id, s.started_at + g.at, s.started_at + g.at + interval '20 seconds'
      FROM streams s, (SELECT interval '1 second' * ($2::int + 100) AS at) g
      WHERE s.id = $1`,
      [stream.id, gapPlace * chatIntervalSeconds],
    );
  }
}

/** Divides a total into uneven parts, more in the middle than at the ends. */
function spread(total: number, parts: number): number[] {
  const weights = Array.from(
    { length: parts },
    (_, i) => 2 + Math.sin((Math.PI * (i + 0.5)) / parts) + ((i * 7) % 5) / 4,
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight) => {
    const start = Math.round((total * before) / all);
    before += weight;
    return Math.round((total * before) / all) - start;
  });
}
