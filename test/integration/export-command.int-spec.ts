import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withOwner } from '../../src/database/owner-client.js';
import { runCommand } from '../support/programs/run-command.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { TestDatabase } from '../support/database/test-database.js';

let seeded: TestDatabase;
let folder: string;
const home = process.cwd();

beforeAll(async () => {
  seeded = await createSeededDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'export-command-'));
  process.chdir(folder);
});

afterAll(async () => {
  process.chdir(home);
  await seeded.drop();
  await rm(folder, { recursive: true });
});

const run = (args: string[], env = {}) => runCommand(seeded.url, ['export', ...args], { env });

it('reports the number of written records of each kind, and then refuses the folder', async () => {
  const { code, output, errors } = await run(['--gzip', 'dump']);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(output).toMatch(
    /^streamers: \d+ records\.\nstreams: [\d,]+ records\.\nstream_changes: \d+ records\.\nviewer_samples: [\d,]+ records\.\n/,
  );
  expect(output).toMatch(/\nWrote the files to dump\.\n$/);
  const files = await readdir(path.join(folder, 'dump'));
  expect(files).toContain('streams.ndjson.gz');
  expect(await run(['dump'])).toEqual({
    code: 2,
    output: '',
    errors: 'dump is not empty. Specify another folder, or replace the files of an earlier export with --replace.\n',
  });
  expect(await run(['--gzip', '--replace', 'dump'])).toEqual({ code: 0, output, errors: '' });
  expect(await readdir(path.join(folder, 'dump'))).toEqual(files);
});

it('recommends the backup command, with the prefix of the caller, for data that the files lack', async () => {
  await withOwner(seeded.url, (client) =>
    client.query(
      "INSERT INTO forgotten_ids (kind, id, streamer_id, forgotten_at) VALUES ('streamers', 987654321, 987654321, '2026-10-01Z')",
    ),
  );
  const { output } = await run(['lacking'], { COMMAND_PREFIX: 'docker compose run --rm api' });
  expect(output).toMatch(
    /\nThe files do not record .* 1 streamer must stay forgotten\.\ndocker compose run --rm api backup keeps all of this\.\n$/,
  );
});

it('exits with 2 for invalid usage', async () => {
  expect(await run(['none/dump'])).toEqual({ code: 2, output: '', errors: 'Folder does not exist: none.\n' });
});
