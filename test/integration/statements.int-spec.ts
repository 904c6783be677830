import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { withOwner } from '../../src/database/owner-client.js';
import { packPiece } from '../../src/collect/spool/observation.js';
import { OwnerSession } from '../../src/collect/owner-session.js';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { runImport } from '../../src/ingest/ingest.js';
import { inputsOf, pagesInput, Records } from '../support/data/records.js';
import { databaseWhileTesting } from '../support/database/test-database.js';

const folder = path.resolve(__dirname, '../../docs/sql');
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12, minutes)).toISOString();
const liveStream = (title: string) => ({
  ...{ id: '10', user_id: '1', user_login: 'ann', user_name: 'Ann', started_at: at(0), viewer_count: 5 },
  ...{ title, game_name: 'Chess', tags: [] },
});

const database = databaseWhileTesting();

/** The statements of each file of docs/sql. The first step that sends a statement has it. */
const sent = new Map<string, Set<string>>();
/** The files of each part, in the order of their first statements. */
const order = new Map<string, Set<string>>();
/** The files of docs/sql. */
const contents = new Map<string, string>();
let part = 'import';

/** Records the statements that a client sends from now on, each once, without values, under the step that sends it. */
function record(client: Client): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
  client.query = ((first: string | { text: string }, ...others: unknown[]) => {
    const text = (typeof first === 'string' ? first : first.text).trim();
    const [known] = [...sent].find(([, texts]) => texts.has(text)) ?? [];
    const file = known ?? `${part}/${stepOf(new Error().stack ?? '')}.sql`;
    sent.set(file, (sent.get(file) ?? new Set()).add(text));
    order.set(part, (order.get(part) ?? new Set()).add(file));
    return query(first, ...others);
  }) as typeof client.query;
}

/** The innermost step in a stack, or else the innermost file that does not send the statements of others. */
function stepOf(stack: string): string {
  const files = [...stack.matchAll(/\/src\/(.+?)\.ts/g)].map(([, file]) => file ?? '');
  const file =
    files.find((name) => name.includes('/steps/')) ?? files.find((name) => !name.includes('/reads/')) ?? 'other';
  return file.replace(/^(?:ingest|collect|jobs\/refresh)\//, '').replace(/^steps\//, '');
}

/** Two live streams, a packed stream, and a forgotten channel. */
async function prepare(): Promise<void> {
  await withOwner(database.url, async (client) => {
    const streamers = ['1', '2', '4'].map((id) => ({ id, login: `name${id}`, display_name: `Name${id}` }));
    const streams = [
      { id: '10', streamer_id: '1', started_at: at(0) },
      { id: '20', streamer_id: '2', started_at: at(-60), ended_at: at(-10) },
    ];
    const viewer_samples = [{ stream_id: '20', created_at: at(-50), viewers: 7 }];
    await runImport(client, inputsOf({ streamers, streams, viewer_samples }), { at: new Date(at(1)) });
    await packSamples(client, { before: new Date(at(0)) });
    await client.query(`INSERT INTO forgotten_ids VALUES ('streamers', 3, 3, '${at(1)}')`);
  });
}

/** New and changed records, of an unknown stream, a forgotten channel and the packed stream, too. */
const records: Records = {
  streamers: ['1', '3'].map((id) => ({ id, login: `name${id}`, display_name: 'New name' })),
  streams: [
    { id: '20', streamer_id: '2', started_at: at(-60), ended_at: at(-20) },
    { id: '40', streamer_id: '4', started_at: at(0) },
  ],
  viewer_samples: ['10', '20', '99'].map((stream_id) => ({ stream_id, created_at: at(-50), viewers: 8 })),
  events: [{ id: '70', title: 'Cup', started_at: at(-60), is_public: true }],
  event_streams: [{ event_id: '70', stream_id: '20' }],
  colab_sessions: [{ id: '90', started_at: at(-60), stream_ids: ['10', '20'] }],
};

const pages = [
  {
    at: at(10),
    data: [{ id: '10', user_id: '1', user_login: 'ann', user_name: 'Ann', viewer_count: 9, started_at: at(0) }],
    pagination: {},
  },
  { at: at(10), data: [{ id: '2', login: 'bob', display_name: 'Bob' }] },
  { at: at(10), total: 8, data: [], pagination: {}, broadcaster_id: '1' },
];

beforeAll(async () => {
  const { client } = database;
  await prepare();
  record(client);
  const moment = new Date(at(20));
  const inputs = [pagesInput(pages, moment), ...inputsOf(records)];
  await runImport(client, inputs, { at: moment, skipInvalid: true });

  part = 'sweep';
  const session = new OwnerSession(database.url);
  await session.use(async (connection) => {
    record(connection);
    for (const [minutes, title] of [
      [15, 'Chess'],
      [20, 'More chess'],
    ] as const) {
      await saveObservation(connection, 'twitch', {
        head: { kind: 'sweep', at: at(minutes), knownImport: 2 },
        pieces: [packPiece([{ shape: 'stream', item: liveStream(title) }])],
      });
    }
  });
  session.end();

  part = 'refresh';
  await refreshLeaderboard(client, { now: new Date(at(30)) });
  for (const [name, texts] of sent) contents.set(name, textOf(texts));
  contents.set('README.md', readme());
  if (process.env.WRITE_SQL) await writeFiles();
});

const textOf = (statements: ReadonlySet<string>) => `${[...statements].map((sql) => `${sql};`).join('\n\n')}\n`;

const introduction = `# Statements

\`npm run sql\` writes these files. Each part lists them in the order of their first statements. If two parts send the
same statements, the later part links to the file of the earlier part.
`;

function readme(): string {
  const list = (files: ReadonlySet<string>) => [...files].map((file, i) => `${i + 1}. [${file}](${file})\n`).join('');
  return introduction + [...order].map(([name, files]) => `\n## \`${name}\`\n\n${list(files)}`).join('');
}

async function writeFiles(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of contents) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

const written = process.env.WRITE_SQL
  ? []
  : readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:md|sql)$/.test(name));

it('docs/sql has a file for each step of an import, a sweep and a refresh; npm run sql writes them', () => {
  if (!process.env.WRITE_SQL) expect(written.sort()).toEqual([...contents.keys()].sort());
});

for (const name of written) {
  it(`docs/sql/${name} is as npm run sql writes it`, async () => {
    expect(contents.get(name)).toBe(await readFile(path.join(folder, name), 'utf8'));
  });
}
