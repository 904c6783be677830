import type { Client } from 'pg';
import { importKind } from '../../ingest/ingest.js';
import { lockImports } from '../../ingest/import-lock.js';
import { findMessageStats, hasEndedSql, isForgotten } from '../../ingest/observed-streams.js';
import { inTransaction } from '../../database/in-transaction.js';
import { withOwner } from '../../database/owner-client.js';
import { ChatColumns } from '../../figures/chat-intervals.js';
import { EarlierCount } from './chat-count.js';

/** A time in which a chat was not read, in milliseconds since 1970. */
export interface ChatGap {
  readonly from: number;
  readonly until: number;
}

/** The count of a stream's chat, with only the chatters that changed. */
export interface ChatReport extends EarlierCount {
  readonly streamId: string;
  readonly uniqueChatters: number;
  readonly intervals: ChatColumns;
  readonly gaps: readonly ChatGap[];
  /** The end of the counted time, in milliseconds since 1970. */
  readonly countedUntil: number;
}

export class ChatStore {
  constructor(private readonly databaseUrl: string) {}

  /** Returns the count of a live stream by an earlier process, and the end of the counted time. */
  async find(streamId: string): Promise<(EarlierCount & { countedUntil: number }) | undefined> {
    return withOwner(this.databaseUrl, async (client) => {
      const { rows } = await client.query<{ key: Buffer; until: Date }>(
        'SELECT c.digest_key AS key, c.counted_until AS until FROM chat_counts c WHERE c.stream_id = $1',
        [streamId],
      );
      const [row] = rows;
      if (!row) return undefined;
      const { rows: chatters } = await client.query<{ digest: string; messages: string }>(
        'SELECT h.digest, h.messages FROM chat_chatters h WHERE h.stream_id = $1',
        [streamId],
      );
      return {
        ...(await findMessageStats(client, streamId)),
        key: row.key,
        chatters: new Map(chatters.map(({ digest, messages }) => [BigInt(digest), Number(messages)])),
        intervals: await findIntervals(client, streamId),
        countedUntil: row.until.getTime(),
      };
    });
  }

  /** Stores reports, each in a transaction, and returns the errors of the reports that could not be stored. */
  save(reports: readonly ChatReport[]): Promise<Map<ChatReport, unknown>> {
    return withOwner(this.databaseUrl, async (client) => {
      const failed = new Map<ChatReport, unknown>();
      for (const report of reports) {
        const saved = inTransaction(client, () => saveReport(client, report));
        await saved.catch((error: unknown) => failed.set(report, error));
      }
      return failed;
    });
  }

  /**
   * Deletes the digests, and their keys, of streams that ended before a moment. If no collector counted to the end, the
   * rest is a gap.
   */
  async deleteEnded(before: Date): Promise<void> {
    const sql = `
      WITH ended AS (
        DELETE FROM chat_counts c WHERE ${hasEndedSql('c.stream_id', '$1')}
        RETURNING c.stream_id, c.counted_until
      ), missed AS (
        INSERT INTO chat_gaps AS g (stream_id, missed_from, missed_until)
        SELECT e.stream_id, e.counted_until, s.ended_at
        FROM ended e
        JOIN streams s ON s.id = e.stream_id
        WHERE s.ended_at > e.counted_until
        ON CONFLICT (stream_id, missed_from) DO UPDATE SET missed_until = greatest(g.missed_until, excluded.missed_until)
      )
      DELETE FROM chat_chatters h USING ended e WHERE h.stream_id = e.stream_id`;
    await withOwner(this.databaseUrl, (client) => client.query(sql, [before]));
  }
}

async function findIntervals(client: Client, streamId: string): Promise<ChatColumns | undefined> {
  const { rows } = await client.query<ChatColumns>(
    `SELECT v.messages, v.chatters, v.deleted_messages AS deleted, v.shared_messages AS shared
    FROM chat_intervals v WHERE v.stream_id = $1`,
    [streamId],
  );
  return rows[0];
}

/** The counts of a report replace those of earlier reports. After a later report, only its gaps are stored. */
async function saveReport(client: Client, report: ChatReport): Promise<void> {
  const { streamId, gaps } = report;
  await lockImports(client, () => {});
  if ((await client.query(`SELECT WHERE ${isForgotten('streams', '$1')}`, [streamId])).rowCount) return;
  await client.query(
    `INSERT INTO chat_gaps AS g (stream_id, missed_from, missed_until)
    SELECT $1, n.gap_from, n.gap_until FROM unnest($2::timestamptz[], $3::timestamptz[]) n(gap_from, gap_until)
    ON CONFLICT (stream_id, missed_from) DO UPDATE SET missed_until = greatest(g.missed_until, excluded.missed_until)`,
    [streamId, gaps.map(({ from }) => new Date(from)), gaps.map(({ until }) => new Date(until))],
  );
  const { rowCount } = await client.query(
    `INSERT INTO chat_counts AS c (stream_id, digest_key, counted_until) VALUES ($1, $2, $3)
    ON CONFLICT (stream_id) DO UPDATE SET counted_until = excluded.counted_until
    WHERE c.counted_until <= excluded.counted_until`,
    [streamId, report.key, new Date(report.countedUntil)],
  );
  if (rowCount) await saveCounts(client, report);
}

async function saveCounts(client: Client, report: ChatReport): Promise<void> {
  const { streamId, chatters, intervals } = report;
  const counts = { total_messages: report.messages, deleted_messages: report.deleted, shared_messages: report.shared };
  const stats = { stream_id: streamId, unique_chatters: report.uniqueChatters, ...counts };
  await importKind(client, 'message_stats', [stats]);
  await client.query(
    `INSERT INTO chat_chatters (stream_id, digest, messages)
    SELECT $1, n.digest, n.messages FROM unnest($2::bigint[], $3::bigint[]) n(digest, messages)
    ON CONFLICT (stream_id, digest) DO UPDATE SET messages = excluded.messages`,
    [streamId, [...chatters.keys()].map(String), [...chatters.values()]],
  );
  await client.query(
    `INSERT INTO chat_intervals (stream_id, messages, chatters, deleted_messages, shared_messages)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (stream_id) DO UPDATE SET (messages, chatters, deleted_messages, shared_messages) =
      ROW(excluded.messages, excluded.chatters, excluded.deleted_messages, excluded.shared_messages)`,
    [streamId, intervals.messages, intervals.chatters, intervals.deleted, intervals.shared],
  );
}
