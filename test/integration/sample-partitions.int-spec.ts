import { runImport } from '../../src/ingest/ingest.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { pruneSamples } from '../../src/jobs/prune/prune-samples.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { inputsOf, Records } from '../support/data/records.js';

const database = databaseWhileTesting();
const dayMs = 86_400_000;

beforeEach(async () => {
  await database.client.query("SET TIME ZONE 'UTC'");
  await load({
    streamers: [{ id: '1', login: 'ann', display_name: 'Ann' }],
    streams: [{ id: '10', streamer_id: '1', started_at: '2026-01-01T00:00:00Z' }],
  });
});

/** Gives the session the setting of a command with SAMPLE_PARTITIONS. */
const setLength = (length: string) => database.client.query(`SET analytics.sample_partitions = '${length}'`);
const load = (records: Records) => runImport(database.client, inputsOf(records));
const loadSamples = (...moments: string[]) =>
  load({ viewer_samples: moments.map((at) => ({ stream_id: '10', created_at: `${at}Z`, viewers: 1 })) });

async function partitions(): Promise<string[]> {
  const { rows } = await database.client.query<{ line: string }>(`
    SELECT concat_ws(' ', substr(c.relname, 16), pg_get_expr(c.relpartbound, c.oid)) AS line
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'viewer_samples'::regclass ORDER BY 1`);
  return rows.map(({ line }) => line.replace(/FOR VALUES |[()']|:00:00\+00| 00(?=\D|$)/g, ''));
}

it('partitions are months by default, and days with SAMPLE_PARTITIONS=day', async () => {
  await loadSamples('2026-01-31T23:59:59.999', '2026-02-01T00:00:00');
  expect(await partitions()).toEqual([
    '2026_01 FROM 2026-01-01 TO 2026-02-01',
    '2026_02 FROM 2026-02-01 TO 2026-03-01',
  ]);
  await setLength('day');
  await loadSamples('2026-02-28T23:59:59.999', '2026-03-01T00:00:00', '2026-03-31T23:59:59.999', '2026-04-01T00:00:00');
  expect((await partitions()).slice(2)).toEqual([
    '2026_03_01 FROM 2026-03-01 TO 2026-03-02',
    '2026_03_31 FROM 2026-03-31 TO 2026-04-01',
    '2026_04_01 FROM 2026-04-01 TO 2026-04-02',
  ]);
});

it('partitions stay days in a month with days, until the next month', async () => {
  await setLength('day');
  await loadSamples('2026-03-05T12:00:00');
  await setLength('month');
  await loadSamples('2026-03-05T13:00:00', '2026-03-06T12:00:00', '2026-04-02T12:00:00');
  expect(await partitions()).toEqual([
    '2026_03_05 FROM 2026-03-05 TO 2026-03-06',
    '2026_03_06 FROM 2026-03-06 TO 2026-03-07',
    '2026_04 FROM 2026-04-01 TO 2026-05-01',
  ]);
  expect(await pruneSamples(database.client, new Date('2026-03-06T00:00:00Z'))).toBe(2);
  expect(await partitions()).toHaveLength(2);
});

it('partitions are not created for samples of unknown streams', async () => {
  const samples = [
    { stream_id: '10', created_at: '2026-02-05T12:00:00Z', viewers: 1 },
    { stream_id: '99', created_at: '2026-03-05T12:00:00Z', viewers: 1 },
  ];
  await runImport(database.client, inputsOf({ viewer_samples: samples }), { skipInvalid: true });
  expect(await partitions()).toEqual(['2026_02 FROM 2026-02-01 TO 2026-03-01']);
});

it('existing partitions of any range are used', async () => {
  await database.client.query(
    `CREATE TABLE viewer_samples_old PARTITION OF viewer_samples FOR VALUES FROM (MINVALUE) TO ('2026-03-01Z')`,
  );
  await loadSamples('2026-02-05T12:00:00', '2026-03-05T12:00:00');
  expect(await partitions()).toEqual(['2026_03 FROM 2026-03-01 TO 2026-04-01', 'old FROM MINVALUE TO 2026-03-01']);
});

it('a pack creates the partitions of today and tomorrow if they are days', async () => {
  await packSamples(database.client);
  expect(await partitions()).toEqual([]);
  await setLength('day');
  const names = [0, 1].map((days) =>
    new Date(Date.now() + days * dayMs).toISOString().slice(0, 10).replaceAll('-', '_'),
  );
  for (let turn = 0; turn < 2; turn++) {
    expect(await packSamples(database.client)).toEqual({ streams: 0, samples: 0, dropped: [] });
    expect((await partitions()).map((line) => line.split(' ')[0])).toEqual(names);
  }
});

it('a partition whose name somebody else has detached is not created', async () => {
  await loadSamples('2026-01-05T12:00:00');
  await database.client.query('ALTER TABLE viewer_samples DETACH PARTITION viewer_samples_2026_01');
  await expect(loadSamples('2026-01-07T12:00:00')).rejects.toThrow('relation "viewer_samples_2026_01" already exists');
});
