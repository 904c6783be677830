import type { Client } from 'pg';
import { windowEndingAt } from '../../figures/windows.js';
import { analyzeGrownTables } from '../../database/analyze-grown-tables.js';
import { BadDataError } from '../../logging/error-message.js';
import { lockImports } from '../../ingest/import-lock.js';
import { decideStreams, importKind } from '../../ingest/ingest.js';
import { openSession } from '../../ingest/session.js';
import { kinds } from '../../ingest/kinds/kinds.js';
import { OwnerIds, removeOwned } from '../../ingest/records/remove-owned.js';
import { inTransaction } from '../../database/in-transaction.js';
import { refreshEventViewers } from '../refresh/refresh-event-viewers.js';
import { lockRefreshes, replaceBoard } from '../refresh/refresh-leaderboard.js';
import { seedData } from './seed-data.js';
import { SeedData } from './seed-records.js';

/** Rows that were not seeded have IDs of the seed, or refer to rows of the seed. */
export class SeedConflictError extends BadDataError {}

/**
 * Loads the seed into the database, with dates relative to `now`, replaces the rows of an earlier seeding, and
 * refreshes the leaderboard, in one transaction. Other data stays. Throws a SeedConflictError instead of changing rows
 * that happen to have IDs of the seed.
 */
export async function loadSeed(client: Client, now: Date, log: (line: string) => void = () => {}): Promise<void> {
  await inTransaction(client, async () => {
    await lockImports(client, log);
    await openSession(client);
    const data = seedData(now);
    await deleteSeed(client, data);
    for (const { name } of kinds) await importKind(client, name, data[name], now);
    await decideStreams(client, now);
    await client.query(
      'INSERT INTO seed_state (seed_now) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seed_now = excluded.seed_now',
      [now],
    );
    await refreshBoard(client, now, log);
    await analyzeGrownTables(client);
    await refreshEventViewers(client);
  });
}

/** Removes the seed from the database and refreshes the leaderboard. Other data stays. */
export async function removeSeed(client: Client, now: Date, log: (line: string) => void = () => {}): Promise<void> {
  await inTransaction(client, async () => {
    await lockImports(client, log);
    await deleteSeed(client, seedData(now));
    await client.query('DELETE FROM seed_state');
    await refreshBoard(client, now, log);
  });
}

/**
 * A concurrent refresh would not see the changes of this transaction, and could replace its board. Code that takes both
 * locks takes the lock of imports first.
 */
async function refreshBoard(client: Client, now: Date, log: (line: string) => void): Promise<void> {
  await lockRefreshes(client, log);
  await replaceBoard(client, windowEndingAt(now));
}

async function deleteSeed(client: Client, data: SeedData): Promise<void> {
  const ids = idsOf(data);
  await refuseConflicts(client, ids);
  await removeOwned(client, ids);
}

function idsOf(data: SeedData): OwnerIds {
  const idsIn = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return {
    streamers: idsIn(data.streamers),
    streams: idsIn(data.streams),
    events: idsIn(data.events),
    colab_sessions: idsIn(data.colab_sessions),
  };
}

/** Throws a SeedConflictError if removing the seed would affect rows that were not seeded. */
async function refuseConflicts(client: Client, ids: OwnerIds): Promise<void> {
  const { rows } = await client.query<{ what: string }>(
    `SELECT 'the channel ' || u.id AS what FROM streamers u
    WHERE u.id = ANY($1) AND NOT EXISTS (SELECT FROM seed_state)
    UNION ALL
    SELECT 'the stream ' || s.id FROM streams s
    WHERE (s.id = ANY($2) AND NOT (s.streamer_id = ANY($1))) OR (s.streamer_id = ANY($1) AND NOT (s.id = ANY($2)))
    UNION ALL
    SELECT 'the event ' || e.id FROM events e
    WHERE (e.id = ANY($3) AND NOT EXISTS (SELECT FROM seed_state))
      OR (e.host_stream_id = ANY($2) AND NOT (e.id = ANY($3)))
    UNION ALL
    SELECT 'the event ' || l.event_id FROM event_streams l
    WHERE l.stream_id = ANY($2) AND NOT (l.event_id = ANY($3))
    UNION ALL
    SELECT 'the collaboration session ' || c.id FROM colab_sessions c
    WHERE c.id = ANY($4) AND NOT EXISTS (SELECT FROM seed_state)
    UNION ALL
    SELECT 'the collaboration session ' || l.session_id FROM colab_session_streams l
    WHERE l.stream_id = ANY($2) AND NOT (l.session_id = ANY($4))
    LIMIT 1`,
    [ids.streamers, ids.streams, ids.events, ids.colab_sessions],
  );
  const [conflict] = rows;
  if (conflict) {
    throw new SeedConflictError(
      `The database contains ${conflict.what}, which uses an ID of the seed but was not created by the seed. Seed another database.`,
    );
  }
}
