import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { packPiece } from '../../src/collect/spool/observation.js';
import { OwnerSession } from '../../src/collect/owner-session.js';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { Importer } from '../../src/ingest/ingest.js';
import { inputsOf, pagesInput } from '../support/records.js';
import { databaseWhileTesting } from '../support/test-database.js';

const folder = path.resolve(__dirname, '../../docs/sql');
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12, minutes)).toISOString();
const liveStream = (title: string) => ({
  ...{ id: '10', channelId: '1', login: 'ann', displayName: 'Ann', startedAt: at(0), viewers: 5 },
  description: { title, game_name: 'Chess', tags: [] },
});

const database = databaseWhileTesting();

/** The statements of each file of docs/sql; of several parts with the same statement, the first one has it. */
const sent = new Map<string, Set<string>>();
let part = 'import';

/** Records the statements that a client sends from now on, each once, without values, under the step that sends it. */
function record(client: Client): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
  client.query = ((first: string | { text: string }, ...others: unknown[]) => {
    const text = (typeof first === 'string' ? first : first.text).trim();
    const file = `${part}/${stepOf(new Error().stack ?? '')}.sql`;
    const isKnown = [...sent].some(([name, texts]) => !name.startsWith(`${part}/`) && texts.has(text));
    if (!isKnown) sent.set(file, (sent.get(file) ?? new Set()).add(text));
    return query(first, ...others);
  }) as typeof client.query;
}

/** The innermost step in a stack, or else the innermost file. */
function stepOf(stack: string): string {
  const files = [...stack.matchAll(/\/src\/(.+?)\.ts/g)].map(([, file]) => file ?? '');
  const file = files.find((name) => name.includes('/steps/')) ?? files[0] ?? 'other';
  return file.replace(/^(?:ingest|collect|jobs\/refresh)\//, '').replace(/^steps\//, '');
}

beforeAll(async () => {
  const { client } = database;
  record(client);
  const streamers = [{ id: '1', login: 'ann', display_name: 'Ann' }];
  const streams = [{ id: '10', streamer_id: '1', started_at: at(0) }];
  const viewer_samples = [{ stream_id: '10', created_at: at(5), viewers: 7 }];
  const page = {
    at: at(10),
    data: [{ id: '10', user_id: '1', user_login: 'ann', user_name: 'Ann', viewer_count: 9, started_at: at(0) }],
    pagination: {},
  };
  const moment = { at: new Date(at(20)) };
  await new Importer(client).run(inputsOf({ streamers, streams, viewer_samples }), moment);
  await new Importer(client).run([pagesInput([page], new Date(at(20)))], moment);

  part = 'sweep';
  const session = new OwnerSession(database.url);
  await session.use((connection) => Promise.resolve(record(connection)));
  for (const [minutes, title] of [
    [15, 'Chess'],
    [20, 'More chess'],
  ] as const) {
    await saveObservation(session, 'twitch', {
      head: { kind: 'sweep', at: at(minutes), isComplete: true, knownImport: 2 },
      pieces: [packPiece([{ stream: liveStream(title) }])],
    });
  }
  session.end();

  part = 'refresh';
  await refreshLeaderboard(client, new Date(at(30)));
  if (process.env.WRITE_SQL) await writeFiles();
});

const textOf = (statements: ReadonlySet<string>) => `${[...statements].map((sql) => `${sql};`).join('\n\n')}\n`;

async function writeFiles(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [name, statements] of sent) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), textOf(statements));
  }
}

const written = process.env.WRITE_SQL
  ? []
  : readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));

it('docs/sql has a file for each step of an import, a sweep and a refresh; npm run sql writes them', () => {
  if (!process.env.WRITE_SQL) expect(written.sort()).toEqual([...sent.keys()].sort());
});

for (const name of written) {
  it(`docs/sql/${name} has the statements of its step`, async () => {
    expect(textOf(sent.get(name) ?? new Set())).toBe(await readFile(path.join(folder, name), 'utf8'));
  });
}
