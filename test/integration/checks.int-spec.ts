import { databaseWhileTesting } from '../support/database/test-database.js';

const database = databaseWhileTesting();

const insertBoard = (key: string) => `
  INSERT INTO boards (days, month, refreshed_at, window_start, window_end, build_ms, entry_count)
  VALUES (${key}, now(), now(), now(), 0, 0)`;
const insertMonths = (month: string) =>
  `INSERT INTO due_months (month) VALUES ('${month}'); INSERT INTO pruned_months VALUES ('${month}')`;
const insertChat = (...lists: string[]) => `INSERT INTO chat_intervals VALUES (1, ${lists.join(', ')})`;
const insertSweep = (languages: string, games: string) => `
  INSERT INTO sweep_totals (platform, swept_at, streams, viewers, languages, language_streams, language_viewers, games, game_streams, game_viewers)
  VALUES ('twitch', now(), 1, 1, ${languages}, ${games})`;
const insertPacked = (columns: string, values: string) => `
  INSERT INTO packed_samples (stream_id, first_at, last_at, sample_count, first_viewers, step_ms, ${columns})
  VALUES (1, '2026-06-01', '2026-06-02', 2, 5, 1000, ${values})`;
const insertStream = (endedAt: string, reason: string) => `
  INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason) VALUES (1, 1, '2026-06-01', ${endedAt}, ${reason})`;

const both = "'{en,de}', '{1,2}', '{3,4}'";

beforeEach(() =>
  database.client.query(
    `CREATE TABLE packed_samples_2026_06 PARTITION OF packed_samples FOR VALUES FROM ('2026-06-01') TO ('2026-07-01')`,
  ),
);

it.each([
  [
    'boards of different windows',
    `${insertBoard('7, NULL')}; ${insertBoard("NULL, '2026-01'")}; ${insertBoard("NULL, '2026-12'")}`,
  ],
  ['months', insertMonths('2026-10')],
  ['a chat', insertChat("'{1,NULL}'", "'{1,NULL}'", "'{0,NULL}'", "'{0,NULL}'")],
  ['a sweep', insertSweep(both, "'{}', '{}', '{}'")],
  ['samples with small steps', insertPacked('viewer_steps', "'{0,1}'")],
  [
    'samples with large steps',
    insertPacked('long_viewer_steps, long_time_steps, import_ids', "'{0,1}', '{0,1}', '{1,NULL}'"),
  ],
  ['a live stream', insertStream('NULL', 'NULL')],
  ['an ended stream', insertStream("'2026-06-01'", "'given'")],
])('the tables accept %s', async (_, sql) => {
  await database.client.query(sql);
});

it.each([
  ['boards_days_key', `${insertBoard('7, NULL')}; ${insertBoard('7, NULL')}`],
  ['boards_month_key', `${insertBoard("NULL, '2026-01'")}; ${insertBoard("NULL, '2026-01'")}`],
  ['boards_month_check', insertBoard("NULL, '2026-1'")],
  ['boards_month_check', insertBoard("NULL, '2026-13'")],
  ['due_months_month_check', insertMonths('2026-00')],
  ['pruned_months_month_check', "INSERT INTO pruned_months VALUES ('2026-10-01')"],
  ['chat_intervals_lengths_check', insertChat("'{1,2}'", "'{1,2}'", "'{0,0}'", "'{0}'")],
  ['chat_intervals_lengths_check', insertChat("'{1}'", 'NULL', "'{0}'", "'{0}'")],
  ['sweep_totals_lengths_check', insertSweep("'{en}', '{1}', '{3,4}'", both)],
  ['sweep_totals_lengths_check', insertSweep(both, "'{a}', NULL, '{1}'")],
  ['packed_samples_lengths_check', insertPacked('viewer_steps', "'{0}'")],
  ['packed_samples_lengths_check', insertPacked('time_steps', "'{0,1}'")],
  ['packed_samples_lengths_check', insertPacked('viewer_steps, long_viewer_steps', "'{0,1}', '{0,1}'")],
  ['packed_samples_lengths_check', insertPacked('viewer_steps, time_steps', "'{0,1}', '{0}'")],
  ['packed_samples_lengths_check', insertPacked('viewer_steps, import_ids', "'{0,1}', '{1,1,1}'")],
  ['streams_end_reason_check', insertStream('NULL', "'given'")],
  ['streams_end_reason_check', insertStream("'2026-06-01'", 'NULL')],
  ['streams_end_reason_check', insertStream("'2026-06-01'", "'other'")],
])('%s rejects %s', async (constraint, sql) => {
  await expect(database.client.query(sql)).rejects.toMatchObject({
    constraint: expect.stringContaining(constraint) as string,
  });
});

it('all checks are validated', async () => {
  const { rows } = await database.client.query('SELECT k.conname FROM pg_constraint k WHERE NOT k.convalidated');
  expect(rows).toEqual([]);
});

it('each column created_at of a figure has a comment', async () => {
  const { rows } = await database.client.query<{ name: string }>(`
    SELECT c.relname AS name
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    WHERE a.attname = 'created_at' AND col_description(c.oid, a.attnum) IS NULL
    ORDER BY name`);
  expect(rows.map(({ name }) => name)).toEqual(['panels', 'webhook_deliveries']);
});
