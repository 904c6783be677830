import { CollectStore } from '../../src/collect/collect-store.js';
import { runImport } from '../../src/ingest/ingest.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { expectDecided } from '../support/database/decided-again.js';
import { inputsOf, pagesInput, Records } from '../support/data/records.js';
import { databaseWhileTesting } from '../support/database/test-database.js';

const database = databaseWhileTesting();
const hour = (hours: number) => new Date(Date.UTC(2026, 0, 10, hours)).toISOString();
const stream = (id: string, from: number, to?: number) => ({
  id,
  streamer_id: '1',
  started_at: hour(from),
  ...(to === undefined ? {} : { ended_at: hour(to) }),
});

const run = async (records: Records) => (await runImport(database.client, inputsOf(records))).id;

/** Streams with the hours of their ends, such as '10 16 next_stream, 11 live'. */
async function ends(areStreamsRemoved = false): Promise<string> {
  await expectDecided(database.client, areStreamsRemoved);
  const { rows } = await database.client.query<{ id: string; ended_at: Date | null; end_reason: string | null }>(
    'SELECT s.id, s.ended_at, s.end_reason FROM streams s ORDER BY s.id',
  );
  const hours = (at: Date) => (at.getTime() - Date.parse(hour(0))) / 3_600_000;
  return rows
    .map(({ id, ended_at: at, end_reason: reason }) => (at ? `${id} ${hours(at)} ${reason}` : `${id} live`))
    .join(', ');
}

beforeEach(() => run({ streamers: [{ id: '1', login: 'ann', display_name: 'Ann' }] }));

it.each([[['10', '11', '12']], [['10', '12', '11']], [['11', '12', '10']], [['12', '11', '10']]])(
  'depends on the next stream of the channel, for any order of imports: %s',
  async (order) => {
    const starts: Record<string, number> = { '10': 0, '11': 16, '12': 56 };
    for (const id of order) await run({ streams: [stream(id, starts[id] ?? 0)] });
    expect(await ends()).toBe('10 16 next_stream, 11 56 next_stream, 12 live');
  },
);

it('moves with the start of the next stream, with samples, and with an undo', async () => {
  await run({ streams: [stream('10', 0), stream('11', 16)] });
  await run({ streams: [stream('11', 20)] });
  expect(await ends()).toBe('10 20 next_stream, 11 live');
  const id = await run({ viewer_samples: [{ stream_id: '10', created_at: hour(18), viewers: 5 }] });
  expect(await ends()).toBe('10 18 next_stream, 11 live');
  await undoImport(database.client, id);
  expect(await ends()).toBe('10 20 next_stream, 11 live');
});

it('is given by a file until the file takes it back', async () => {
  await run({ streams: [stream('10', 0, 4)] });
  await run({ streams: [stream('11', 16)] });
  expect(await ends()).toBe('10 4 given, 11 live');
  await run({ streams: [stream('10', 0), stream('11', 16, 20)] });
  expect(await ends()).toBe('10 16 next_stream, 11 20 given');
  await run({ streams: [stream('11', 16)] });
  expect(await ends()).toBe('10 16 next_stream, 11 live');
});

function page(at: number, ...ids: string[]) {
  const ann = { user_id: '1', user_login: 'ann', user_name: 'Ann', viewer_count: 5, started_at: hour(0) };
  const data = ids.map((id) => ({ id, ...ann }));
  return runImport(database.client, [pagesInput([{ at: hour(at), data, pagination: {} }], new Date())]);
}

it('is the last observation if a file takes its end back after the stream is overdue, in any order', async () => {
  await page(1, '10');
  await run({ streams: [stream('10', 0, 4)] });
  await page(5);
  expect(await ends()).toBe('10 4 given');
  await run({ streams: [stream('10', 0)] });
  expect(await ends()).toBe('10 1 unobserved');
  await page(6, '10');
  await run({ streams: [stream('10', 0, 7)] });
  await run({ streams: [stream('10', 0)] });
  expect(await ends()).toBe('10 live');
});

it('stays where nobody observed the stream anymore, without and with a newer stream', async () => {
  await page(1, '10');
  await page(5);
  expect(await ends()).toBe('10 1 unobserved');
  const id = await run({ streams: [stream('11', 3)] });
  expect(await ends()).toBe('10 1 next_stream, 11 live');
  await undoImport(database.client, id);
  expect(await ends()).toBe('10 1 unobserved');
  const late = await page(0.5, '10');
  await undoImport(database.client, late.id);
  expect(await ends()).toBe('10 1 unobserved');
  await page(6, '10');
  expect(await ends()).toBe('10 live');
});

it('is gone after the undo of the import that ended the stream, although the stream is overdue', async () => {
  await page(1, '10');
  const sweep = pagesInput([{ at: hour(5), data: [], pagination: {} }], new Date());
  await runImport(database.client, [sweep], { unobserved: { rule: 'none' } });
  const { id: late } = await page(0.5);
  expect(await ends()).toBe('10 1 unobserved');
  await undoImport(database.client, late);
  expect(await ends()).toBe('10 live');
  const file = await run({ streams: [stream('10', 0, 4)] });
  await undoImport(database.client, file);
  expect(await ends()).toBe('10 live');
});

it('stays after the undo of the import that ended the stream, if a later import has the newest observation', async () => {
  await page(1, '10');
  const { id } = await page(5);
  await page(6);
  await undoImport(database.client, id);
  expect(await ends()).toBe('10 1 unobserved');
});

it('is the last observation before a complete sweep, also if a file took an end back and a page was undone', async () => {
  await page(1, '10');
  await run({ streams: [stream('10', 0, 2)] });
  const { id } = await page(3, '10');
  const file = await run({ streams: [stream('10', 0)] });
  await undoImport(database.client, id);
  expect(await ends()).toBe('10 live');
  const sweep = pagesInput([{ at: hour(4), data: [], pagination: {} }], new Date());
  await runImport(database.client, [sweep], { unobserved: { rule: 'lacking', knownImport: file, platform: 'twitch' } });
  expect(await ends()).toBe('10 1 unobserved');
});

it('stays where COLLECT_KEEP has removed the next stream, until somebody observes the stream again', async () => {
  await run({ streams: [stream('11', -5)] });
  await page(1, '10');
  await page(5);
  await new CollectStore(database.url, 'twitch').prune(new Date(hour(4)));
  expect(await ends(true)).toBe('11 0 next_stream');
  const file = await run({ streams: [{ ...stream('11', -5), avg_viewers: 7 }] });
  expect(await ends(true)).toBe('11 0 next_stream');
  await undoImport(database.client, file);
  expect(await ends(true)).toBe('11 0 next_stream');
  await run({ viewer_samples: [{ stream_id: '11', created_at: hour(-4), viewers: 5 }] });
  expect(await ends(true)).toBe('11 -4 next_stream');
  await page(5, '11');
  expect(await ends(true)).toBe('11 live');
});
