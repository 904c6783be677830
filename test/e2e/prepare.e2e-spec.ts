import { removeSeed } from '../../src/jobs/seed/load-seed.js';
import { withOwner } from '../../src/database/owner-client.js';
import { Factories } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { runCommand } from '../support/programs/run-command.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;
let api: TestApp;
let data: Factories;

async function open(opened: TestDatabase): Promise<void> {
  database = opened;
  api = await TestApp.start({ databaseUrl: database.url });
  data = await Factories.connect(database.url);
}

afterEach(async () => {
  await data.end();
  await api.stop();
  await database.drop();
});

/** Prepares the database, and returns the output. */
async function prepare(env: Record<string, string> = {}): Promise<string> {
  return (await runCommand(api.databaseUrl, ['prepare'], { env })).output;
}

const countStreamers = async () => (await data.client.query('SELECT FROM streamers')).rowCount;

const pathsIn = (text: string) => [...text.matchAll(/http:\/\/localhost:3000(\S+)/g)].map(([, path]) => path ?? '');

it.each<Record<string, string>>([{}, { SEED: 'off' }])('seeds no database of the operator, given %j', async (env) => {
  await open(await createTestDatabase());
  const printed = await prepare(env);
  expect(await countStreamers()).toBe(0);
  expect(printed).toContain('The database has no data yet. Run "npm run import -- FOLDER" to import your data');
  for (const path of pathsIn(printed)) expect(await api.get(path)).toMatchObject({ status: 200 });
});

it('seeds an empty database on request, and not again after the seed was removed', async () => {
  await open(await createTestDatabase());
  const printed = await prepare({ SEED: 'on' });
  expect(printed).toContain('Seeded, as of ');
  expect(printed).toContain('/v1/streamer/aurora_plays/thirty-day-stats');
  await withOwner(api.databaseUrl, (client) => removeSeed(client, new Date()));
  expect(await prepare({ SEED: 'on' })).not.toMatch(/Seeded|aurora_plays/);
  expect(await countStreamers()).toBe(0);
});

it('prints URLs of existing data', async () => {
  await open(await createSeededDatabase());
  const first = await data.streamer({ id: '501', login: 'nora_builds' });
  await data.streamer({ id: '7', login: '12345' });
  const stream = await data.stream({ streamer_id: first.id, started_at: new Date(Date.now() - 3_600_000) });
  await data.refreshBoard(new Date());
  const paths = pathsIn(await prepare());
  expect(paths.slice(0, 2)).toEqual(['/', '/docs']);
  expect(paths).toContain('/v1/streamer/nora_builds/thirty-day-stats');
  expect(paths).toContain(`/v1/streams/${stream.id}/message-stats`);
  expect(paths.join()).not.toContain('aurora_plays');
  for (const path of paths) expect(await api.get(path)).toMatchObject({ status: 200 });
});

it('prints the address of the service and that it needs a token, and shows no token', async () => {
  await open(await createTestDatabase());
  const env = { PORT: '8080', HOST: '127.0.0.1', API_TOKEN: '0123456789abcdef', DOCS_ENABLED: 'off' };
  const printed = await prepare(env);
  expect(printed).toContain('http://127.0.0.1:8080/v1/status');
  expect(printed).toContain('The API requires a token: curl --header "Authorization: Bearer TOKEN" URL');
  expect(printed).not.toMatch(/0123456789abcdef|\/docs|8080\/\n/);
});
