import { Client } from 'pg';
import { Importer } from '../../src/commands/import/importer.js';
import { pruneSamples } from '../../src/commands/prune/prune-samples.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';
import { inputsOf, Records } from '../support/records.js';

const ann = { id: '1', login: 'ann', display_name: 'Ann' };
const startedAt = Date.parse('2026-11-01T10:00:00.000Z');
const after = (seconds: number) => new Date(startedAt + seconds * 1_000).toISOString();

describe('figures from samples', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const run = (records: Records) => new Importer(client).run(inputsOf(records));
  const figuresOf = async (id: string) => {
    const sql = 'SELECT s.peak_viewers::int AS peak, s.watchtime::int FROM streams s WHERE s.id = $1';
    const { rows } = await client.query<{ peak: number; watchtime: number }>(sql, [id]);
    return rows[0];
  };

  it.each([
    [29, 0],
    [30, 1],
    [89, 1],
    [90, 2],
  ])('round the watchtime of one viewer for %d seconds to %d viewer-minutes', async (seconds, watchtime) => {
    const id = String(seconds);
    await run({
      streamers: [ann],
      streams: [{ id, streamer_id: '1', started_at: after(0), ended_at: after(seconds) }],
      viewer_samples: [{ stream_id: id, created_at: after(0), viewers: 1 }],
    });
    expect(await figuresOf(id)).toEqual({ peak: 1, watchtime });
  });

  it('are exact for any number of viewers over 131 years', async () => {
    const from = '1970-01-01T00:00:00.000Z';
    const until = '2100-12-31T23:59:59.999Z';
    const samples: [string, number][] = [
      [from, 2_000_000],
      ['2100-12-31T23:59:59.996Z', 2_000_000],
      ['2100-12-31T23:59:59.997Z', 2_000_001],
      ['2100-12-31T23:59:59.998Z', Number.MAX_SAFE_INTEGER],
    ];
    await run({
      streamers: [ann],
      streams: [{ id: '8', streamer_id: '1', started_at: from, ended_at: until }],
      viewer_samples: samples.map(([created_at, viewers]) => ({ stream_id: '8', created_at, viewers })),
    });
    const ms = BigInt(Date.parse(until)) - 3n;
    const total = 2_000_000n * (ms + 1n) + 2_000_001n + BigInt(Number.MAX_SAFE_INTEGER);
    const rounded = (divisor: bigint) => String((2n * total + divisor) / (2n * divisor));
    const { rows } = await client.query<object>('SELECT s.avg_viewers, s.watchtime FROM streams s WHERE s.id = 8');
    expect(rows).toEqual([{ avg_viewers: rounded(ms + 3n), watchtime: rounded(60_000n) }]);
  });

  it('do not shrink to what is left when older samples were pruned and a late one comes', async () => {
    const sample = (minutes: number, viewers: number) => ({ stream_id: '9', created_at: after(minutes * 60), viewers });
    await run({
      streamers: [ann],
      streams: [{ id: '9', streamer_id: '1', started_at: after(0), ended_at: after(3_600) }],
      viewer_samples: [sample(0, 100), sample(30, 20)],
    });
    expect(await figuresOf('9')).toEqual({ peak: 100, watchtime: 3_600 });
    await pruneSamples(client, new Date(after(20 * 60)));
    await run({ viewer_samples: [sample(50, 20)] });
    expect(await figuresOf('9')).toEqual({ peak: 100, watchtime: 3_600 });
  });
});
