import type { Client } from 'pg';
import { BadDataError } from '../../logging/error-message.js';
import { recordRemoval } from './data-summary.js';
import { lockImports } from '../import-lock.js';
import { discardUndo, keptRows } from './import-record.js';
import { RecordedTable, recordedTables, sameKey } from './recorded-tables.js';
import { platformNumber } from '../../database/platforms/platform-ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { recomputeStreams } from '../ingest.js';
import { changedStreams, openSession } from '../session.js';
import { markChangedStreams, markMonthsFrom } from '../steps/mark-months.js';
import { noteUndoneEvents } from '../steps/note-changed-events.js';
import { noteNeighbors } from '../steps/note-changed-streams.js';
import { unpackStreams } from '../steps/unpack-streams.js';
import { findDependants, findLaterChanges, findPruned } from './undo-conflicts.js';

/** The import cannot be undone. Each line gives a reason. */
export class UndoError extends BadDataError {
  constructor(readonly lines: readonly string[]) {
    super([...lines, 'Nothing was changed.'].join('\n'));
  }
}

/** The import is undone. */
export class AlreadyUndone extends BadDataError {}

export interface UndoneTable {
  table: string;
  removed: number;
  restored: number;
}

/**
 * Undoes an import in one transaction: restores the rows that the import changed, and deletes the rows that it inserted. Throws an
 * UndoError, and changes nothing, if a row has changed since or if a later row belongs to an inserted one.
 */
export async function undoImport(
  client: Client,
  id: number,
  log: (line: string) => void = () => {},
): Promise<UndoneTable[]> {
  return inTransaction(client, async () => {
    await client.query(`SET LOCAL work_mem = '128MB'`);
    await lockImports(client, log);
    await refuseUnkept(client, id);
    await openSession(client);
    await client.query(noteAffectedStreamsSql, [id]);
    await noteNeighbors(client);
    await markChangedStreams(client);
    await client.query(markMonthsFrom('SELECT f.created_at AS at FROM follower_points f WHERE f.import_id = $1'), [id]);
    await unpackStreams(client, `SELECT c.stream_id FROM ${changedStreams} c`);
    await client.query(markDueEventsOfLinksSql, [id]);
    await noteUndoneEvents(client, [id]);
    await client.query(restoreObservationsSql, [id]);
    const undone: UndoneTable[] = [];
    const problems: string[] = [];
    for (const table of recordedTables.toReversed()) {
      const result = await undoTable(client, table, id, problems);
      if (result.removed + result.restored > 0) undone.push(result);
    }
    if (problems.length > 0) throw new UndoError(problems);
    await client.query(removeEventSumsSql);
    await client.query(restoreNewestObservationSql, [id]);
    await client.query(noteStillLiveSql, [id]);
    await recomputeStreams(client);
    await markChangedStreams(client);
    await discardUndo(client, 'SELECT $1::integer', [id]);
    await client.query('UPDATE imports i SET undone_at = now(), changes = 0 WHERE i.id = $1', [id]);
    return undone.toReversed();
  });
}

/** Throws an UndoError if the import does not exist or keeps nothing for an undo, and an AlreadyUndone if it is undone. */
export async function refuseUnkept(client: Client, id: number): Promise<void> {
  const { rows } = await client.query<{ can_undo: boolean; undone_at: Date | null }>(
    'SELECT i.can_undo, i.undone_at FROM imports i WHERE i.id = $1',
    [id],
  );
  const [found] = rows;
  if (!found) throw new UndoError([`Import ${id} does not exist.`]);
  if (found.undone_at) throw new AlreadyUndone(`Import ${id} is already undone.`);
  if (found.can_undo) return;
  throw new UndoError([`Import ${id} cannot be undone: its undo data was not stored, or has been removed.`]);
}

/**
 * The streams that the import inserted or changed, or that have a sample or an observation of the import. The neighbors
 * of streams that move are noted before and after the undo.
 */
const noteAffectedStreamsSql = `
  INSERT INTO ${changedStreams} (stream_id, is_moved, needs_sum)
  SELECT s.id,
    k.id IS NULL OR ROW(k.streamer_id, k.started_at, k.end_reason) IS DISTINCT FROM ROW(s.streamer_id, s.started_at, s.end_reason),
    TRUE
  FROM streams s
  LEFT JOIN (
    SELECT r.* FROM ${keptRows('streams')} WHERE c.import_id = $1 AND c.table_name = 'streams'
  ) k ON k.id = s.id
  WHERE s.import_id = $1
  UNION ALL
  SELECT (c.before ->> 'stream_id')::bigint, FALSE, TRUE
  FROM import_changes c
  WHERE c.import_id = $1 AND c.table_name IN ('viewer_samples', 'live_streams')
  UNION ALL
  SELECT DISTINCT v.stream_id, FALSE, TRUE FROM viewer_samples v WHERE v.import_id = $1
  UNION ALL
  SELECT k.stream_id, FALSE, TRUE FROM packed_samples k WHERE k.import_id = $1 OR $1 = ANY (k.import_ids)`;

/**
 * SQL that restores, with the CTEs `restore`, the observations `kept k` that only this import has replaced. An import that
 * replaced an observation of this one has now replaced the one before. `isSame` compares the record `c` of that import.
 */
const restoreSql = (table: string, restore: string, isSame = 'TRUE') => `
  WITH kept AS MATERIALIZED (
    SELECT r.*, (c.before ->> 'replaced_by')::timestamptz AS replaced_by
    FROM ${keptRows(table)}
    WHERE c.import_id = $1 AND c.table_name = '${table}'
  ), ${restore}
  UPDATE import_changes c SET before = c.before || jsonb_build_object('observed_at', k.observed_at, 'import_id', k.import_id)
  FROM kept k
  WHERE c.table_name = '${table}' AND c.import_id <> $1 AND (c.before ->> 'observed_at')::timestamptz = k.replaced_by
    AND ${isSame}`;

const restoreObservationsSql = restoreSql(
  'live_streams',
  `live AS (
    UPDATE live_streams t SET observed_at = k.observed_at, import_id = k.import_id
    FROM kept k
    WHERE t.stream_id = k.stream_id AND t.observed_at = k.replaced_by
  ), ended AS (
    UPDATE streams t SET observed_at = k.observed_at FROM kept k WHERE t.id = k.stream_id AND t.observed_at = k.replaced_by
  )`,
  "(c.before ->> 'stream_id')::bigint = k.stream_id",
);

/** The first observation is deleted, because it has replaced none. */
const restoreNewestObservationSql = restoreSql(
  'newest_observation',
  `restored AS (
    UPDATE newest_observation t SET observed_at = k.observed_at, import_id = k.import_id
    FROM kept k
    WHERE t.platform = k.platform AND t.observed_at = k.replaced_by AND k.observed_at IS NOT NULL
  ), removed AS (
    DELETE FROM newest_observation t USING kept k
    WHERE t.platform = k.platform AND t.observed_at = k.replaced_by AND k.observed_at IS NULL
  )`,
  "(c.before ->> 'platform')::integer = k.platform",
);

/**
 * The streams that the import ended. Unless a later import has the newest observation of their platform, they are live again as of
 * their last observation, as before the import, although they may be overdue.
 */
const noteStillLiveSql = `
  INSERT INTO ${changedStreams} (stream_id, observed_at)
  SELECT r.id, s.observed_at
  FROM ${keptRows('streams')}
  JOIN streams s ON s.id = r.id
  WHERE c.import_id = $1 AND c.table_name = 'streams' AND r.ended_at IS NULL AND s.observed_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM newest_observation n WHERE n.import_id > $1 AND n.platform = ${platformNumber('r.id')})`;

/** Events lose the streams that the import linked. */
const markDueEventsOfLinksSql = `
  UPDATE events e SET figures_due = TRUE
  WHERE e.id IN (SELECT l.event_id FROM event_streams l WHERE l.import_id = $1)`;

/** A later event with the same ID has its own samples. */
const removeEventSumsSql = `
  DELETE FROM pruned_event_samples p WHERE NOT EXISTS (SELECT FROM events e WHERE e.id = p.event_id)`;

/** The next sweep looks up the logins of the import again. */
const releaseTargetNamesSql = `
  DELETE FROM webhook_names n USING streamers t WHERE t.import_id = $1 AND n.streamer_id = t.id AND n.name = t.login`;

/** Adds the reasons against the undo to `problems`. */
async function undoTable(client: Client, table: RecordedTable, id: number, problems: string[]): Promise<UndoneTable> {
  const { name } = table;
  const none = { table: name, removed: 0, restored: 0 };
  const { rows } = await client.query<{ left: string; changed: string; deleted: string }>(
    `SELECT COALESCE((SELECT r.row_count FROM import_rows r WHERE r.import_id = $1 AND r.table_name = $2), 0) AS left,
      count(*) FILTER (WHERE NOT c.is_deleted) AS changed, count(*) FILTER (WHERE c.is_deleted) AS deleted
    FROM import_changes c WHERE c.import_id = $1 AND c.table_name = $2`,
    [id, name],
  );
  const { left, changed, deleted } = rows[0] as { left: string; changed: string; deleted: string };
  if (left === '0' && deleted === '0') return none;
  const run = async (sql: string) => (await client.query(sql, [id])).rowCount ?? 0;
  const laterChanges = await findLaterChanges(client, table, id);
  problems.push(...laterChanges);
  if (laterChanges.length > 0) return none;
  if (name === 'streamers') {
    await run(releaseTargetNamesSql);
    // A login may return to a row while another row of this import still has it.
    await run('UPDATE streamers t SET login = NULL WHERE t.import_id = $1');
  }
  const restored = await run(await restoreChanged(client, table));
  const dependants = await findDependants(client, table, id);
  problems.push(...dependants);
  if (dependants.length > 0) return none;
  if (name === 'streams') problems.push(...(await findPruned(client, id)));
  const removed = await run(`DELETE FROM ${name} t WHERE t.import_id = $1`);
  const missing = Number(left) - restored - removed;
  if (missing !== 0 || restored !== Number(changed)) {
    problems.push(
      `${name}: ${missing} of its rows were changed or removed later, manually or by a command without undo data (prune, seed, import with --no-undo).`,
    );
    return none;
  }
  const returnDeleted = `
    INSERT INTO ${name}
    SELECT r.* FROM ${keptRows(name)} WHERE c.import_id = $1 AND c.table_name = '${name}' AND c.is_deleted`;
  const returned = deleted === '0' ? 0 : await run(returnDeleted);
  await recordRemoval(client, table, removed - returned);
  return { table: name, removed, restored: restored + returned };
}

/** SQL for columns that may have changed since the import without a record. */
const restoredBy: Readonly<Record<string, string>> = {
  'events.figures_due': 'TRUE',
  // The undo is a later change.
  'events.changed_at': 't.changed_at',
  'streamers.named_at': 'greatest(r.named_at, (SELECT max(s.observed_at) FROM streams s WHERE s.streamer_id = t.id))',
  // The end of a stream stores its last observation.
  'streams.observed_at': 'CASE WHEN t.ended_at IS NULL THEN r.observed_at ELSE t.observed_at END',
};

async function restoreChanged(client: Client, table: RecordedTable): Promise<string> {
  const { fields } = await client.query(`SELECT t.* FROM ${table.name} t LIMIT 0`);
  const columns = fields.map(({ name }) => name).filter((name) => !table.key.includes(name));
  const values = columns.map((name) => `${name} = ${restoredBy[`${table.name}.${name}`] ?? `r.${name}`}`);
  return `
    UPDATE ${table.name} t SET ${values.join(', ')}
    FROM ${keptRows(table.name)}
    WHERE c.import_id = $1 AND c.table_name = '${table.name}' AND NOT c.is_deleted
      AND ${sameKey(table, 't', 'r')} AND t.import_id = $1`;
}
