import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { codeBlocks } from '../support/programs/markdown.js';
import { runCommand } from '../support/programs/run-command.js';
import { TestApp } from '../support/http/test-app.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

const docs = path.resolve(__dirname, '../../docs');
const read = (page: string) => readFileSync(path.join(docs, page), 'utf8');
const sample = (kind: string, format: string) => codeBlocks(read(`import/${kind}.md`), format)[0] ?? '';

/** Commands of a page with the output that the page shows. */
function transcripts(page: string): { command: string; output: string }[] {
  return codeBlocks(read(page), 'console').flatMap((block) =>
    [...block.matchAll(/^\$ (.*)\n((?:[^$].*\n)*)/gm)].map(([, command = '', output = '']) => ({ command, output })),
  );
}

/** Output without durations, sizes and numbers that depend on the date. */
function comparable(output: string): string {
  return output
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '#')
    .replace(/ *\d+\.\d( s)?/g, ' #')
    .replace(/ +[\d,]+ rows\/s/g, '')
    .replace(/[\d,]+ bytes/g, '# bytes')
    .replace(/\d+ entr(y|ies)/g, '# entries')
    .replace(/Restored [\d,]+ rows/g, 'Restored # rows')
    .replace(/[\d,]+ (viewer samples of )[\d,]+ streams/g, '# $1# streams')
    .replace(/^\w+: dropped, because .*\n/gm, '')
    .replace(/^Creating a PostgreSQL database .*\n/gm, '');
}

describe('the documentation', () => {
  let api: TestApp;
  let restored: TestDatabase;
  let generated: TestDatabase;
  let folder: string;
  const home = process.cwd();

  beforeAll(async () => {
    api = await TestApp.start({ now: new Date('2026-11-23T12:00:00Z') });
    restored = await createTestDatabase('template1');
    generated = await createTestDatabase();
    folder = await mkdtemp(path.join(os.tmpdir(), 'transcripts-'));
    process.chdir(folder);
    for (const name of ['dump', 'bad']) mkdirSync(path.join(folder, name));
    const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);
    write('dump/notes.txt', 'Not an import file.\n');
    write('dump/streamers.ndjson', sample('streamers', 'ndjson'));
    write('dump/streams.ndjson', sample('streams', 'ndjson'));
    write('dump/follower_points.csv', sample('follower-points', 'csv'));
    write('dump/panels-2026-10.ndjson.gz', gzipSync(sample('panels', 'ndjson')));
    const changed = { id: '501', login: 'nora_builds', display_name: 'NORA' };
    const rejected = { id: '0506', login: 'sixth', display_name: 'Sixth' };
    write('bad/streamers.ndjson', `${JSON.stringify(changed)}\n${JSON.stringify(rejected)}\n`);
    write(
      'bad/streams.csv',
      'id,streamer_id,started_at,ended_at,watchtime\n9106,506,2026-11-20T10:00:00Z,2026-11-20T11:00:00Z,1e3\n',
    );
  });

  afterAll(async () => {
    process.chdir(home);
    await api.stop();
    await restored.drop();
    await generated.drop();
    await rm(folder, { recursive: true });
  });

  it.each(['import.md', 'export.md', 'operate.md'])('shows the output of the commands in %s', async (page) => {
    for (const { command, output } of transcripts(page)) {
      const actual = comparable(await outputOf(command));
      const [start = '', end] = comparable(output).split('...\n');
      const shown =
        end === undefined
          ? actual
          : actual.slice(0, start.length) + actual.slice(Math.max(0, actual.length - end.length));
      expect({ command, output: shown }).toEqual({ command, output: start + (end ?? '') });
      if (command.endsWith('-- bad')) await repair();
    }
  });

  async function outputOf(command: string): Promise<string> {
    const [, url] = /^curl http:\/\/localhost:3000(\S+)$/.exec(command) ?? [];
    if (url) return `${(await api.get(url)).text}\n`;
    const [, name = '', args = ''] = /npm run -s (\S+)(?: -- (.*))?$/.exec(command) ?? [];
    return run(name, ...args.split(' ').filter(Boolean));
  }

  async function run(name: string, ...args: string[]): Promise<string> {
    const database = databases()[name] ?? api.databaseUrl;
    const { output, errors } = await runCommand(database, [name.replace('db:', ''), ...args]);
    return errors + output;
  }

  const databases = (): Record<string, string> => ({
    restore: restored.url,
    'db:generate': generated.url,
    pack: generated.url,
  });

  /** Imports the good records, and corrects the others in the file of rejects. */
  async function repair(): Promise<void> {
    await run('import', '--skip-invalid', 'bad');
    const file = path.join(folder, 'bad.rejects.ndjson');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"0506"', '"506"').replaceAll('"1e3"', '1000'));
  }
});
