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
