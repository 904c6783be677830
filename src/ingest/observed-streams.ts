import type { Client } from 'pg';
import { PlatformName } from '../config/platforms.js';
import { idAsText, isOfPlatform, numberOfPlatform } from '../database/platforms/platform-ids.js';
import { lookUp } from './look-up.js';
import { observations } from './session.js';

/* What a collector needs to know of the stored data. */

export interface Newest {
  /** The moment of the platform's newest observation of live streams; null before the first. */
  readonly at: Date | null;
  /** 0 before the first import. */
  readonly importId: number;
}

export async function findNewest(client: Client, platform: PlatformName): Promise<Newest> {
  const { rows } = await client.query<Newest>(
    `SELECT (SELECT o.observed_at FROM newest_observation o WHERE o.platform = $1) AS at, COALESCE(max(i.id), 0) AS "importId"
    FROM imports i`,
    [numberOfPlatform(platform)],
  );
  return rows[0] as Newest;
}

/** Returns the live streams of a platform that were observed, with their channels. The IDs are as in files. */
export async function listObserved(client: Client, platform: PlatformName): Promise<Map<string, string>> {
  const { rows } = await client.query<{ stream: string; channel: string }>(
    `SELECT ${idAsText('streams', 'l.stream_id')} AS stream, ${idAsText('streamers', 's.streamer_id')} AS channel
    FROM live_streams l
    ${lookUp('streams', 's', 'id', 'l.stream_id')}
    WHERE l.observed_at IS NOT NULL AND ${isOfPlatform('l.stream_id', platform)}`,
  );
  return new Map(rows.map(({ stream, channel }) => [stream, channel]));
}

/** The name of the imports of a collector in `npm run imports`. */
export const collectInput = 'collect';

/** SQL for whether a collector made an import `i`. A file can have the same name. */
export const isCollected = `(i.inputs = ARRAY['${collectInput}'] AND NOT i.can_undo AND i.undone_at IS NULL)`;

/** Deletes the records of earlier imports of a collector. The newest import keeps its number. */
export async function deleteRecords(client: Client, before: Date): Promise<void> {
  await client.query(
    `DELETE FROM imports i WHERE ${isCollected} AND i.imported_at < $1 AND i.id < (SELECT max(n.id) FROM imports n)`,
    [before],
  );
}

export interface StoredMessageStats {
  readonly messages: number;
  readonly deleted: number;
  readonly shared: number;
}

/** Returns the message statistics of a stream; zeros without any. */
export async function findMessageStats(client: Client, streamId: string): Promise<StoredMessageStats> {
  const { rows } = await client.query<StoredMessageStats>(
    `SELECT m.total_messages::float8 AS messages, m.deleted_messages::float8 AS deleted,
      COALESCE(m.shared_messages, 0)::float8 AS shared
    FROM message_stats m WHERE m.stream_id = $1`,
    [streamId],
  );
  return rows[0] ?? { messages: 0, deleted: 0, shared: 0 };
}

/** SQL for the channels of the live streams in this import, with the IDs of their platform. */
export const observedChannels = `
  SELECT DISTINCT g.streamer_id, COALESCE(g.streamer_external_id, g.streamer_id::text) AS external_id FROM ${observations} g WHERE g.shape = 'stream'`;

/** SQL for whether a stream ended before a moment. */
export function hasEndedSql(streamId: string, before: string): string {
  return `EXISTS (SELECT FROM streams s WHERE s.id = ${streamId} AND s.ended_at < ${before})`;
}

/** SQL for whether the data of a channel or stream must not be stored again. */
export function isForgotten(kind: string, id: string): string {
  return `EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = '${kind}' AND f.id = ${id})`;
}
