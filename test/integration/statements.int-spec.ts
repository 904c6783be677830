import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Records the statements that a client sends from now on, each once, without values. */
function record(client: Client): Set<string> {
  const texts = new Set<string>();
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
  client.query = ((first: string | { text: string }, ...others: unknown[]) => {
    texts.add((typeof first === 'string' ? first : first.text).trim());
    return query(first, ...others);
  }) as typeof client.query;
  return texts;
}

/** `npm run sql` writes the file; otherwise it must contain these statements. */
function expectFile(name: string, statements: ReadonlySet<string>): void {
  const file = path.join(folder, `${name}.sql`);
  const text = `${[...statements].map((sql) => `${sql};`).join('\n\n')}\n`;
  if (process.env.WRITE_SQL) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
}

it('docs/sql has the statements of an import, a sweep and a refresh; npm run sql writes them', async () => {
  const { client } = database;
  const sent = record(client);
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
  expectFile('import', sent);

  const session = new OwnerSession(database.url);
  const ofSweep = await session.use((connection) => Promise.resolve(record(connection)));
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
  expectFile('sweep', ofSweep);

  sent.clear();
  await refreshLeaderboard(client, new Date(at(30)));
  expectFile('refresh', sent);
});
