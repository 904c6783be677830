import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { findInputs } from '../../src/ingest/sources/files.js';
import { Input, recordsInput } from '../../src/ingest/sources/input.js';
import { Kind } from '../../src/ingest/kinds/kind.js';
import { kinds } from '../../src/ingest/kinds/kinds.js';
import { runImport, ImportSummary } from '../../src/ingest/ingest.js';
import { codeBlocks, tableRows } from '../support/programs/markdown.js';
import { TestApp } from '../support/http/test-app.js';

const docs = path.resolve(__dirname, '../../docs/import');
const pageOf = (kind: Kind) => `${kind.name.replaceAll('_', '-')}.md`;
const read = (page: string) => readFileSync(path.join(docs, page), 'utf8');

let api: TestApp;
let client: Client;
let folder: string;

beforeAll(async () => {
  api = await TestApp.start();
  client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  folder = await mkdtemp(path.join(os.tmpdir(), 'import-docs-'));
});

afterAll(async () => {
  await client.end();
  await api.stop();
  await rm(folder, { recursive: true });
});

async function run(inputs: Input[], dryRun = false): Promise<ImportSummary> {
  const summary = await runImport(client, inputs, { dryRun });
  const problems = summary.firstRejects.map(({ line, property, reason }) => `${line}: ${property}: ${reason}`);
  if (!dryRun) expect(problems).toEqual([]);
  return summary;
}

async function importText(kind: Kind, format: string, text: string): Promise<ImportSummary> {
  const file = path.join(folder, `${kind.name}.${format}`);
  await writeFile(file, text);
  const { inputs } = await findInputs([file], { kind });
  return run(inputs);
}

it('has a page for each kind, and for Helix', () => {
  expect(readdirSync(docs).sort()).toEqual(['helix.md', ...kinds.map(pageOf)].sort());
});

// In the order of the kinds, so that referenced records exist.
describe.each(kinds.map((kind) => [pageOf(kind), kind] as const))('%s', (name, kind) => {
  const page = read(name);

  it('lists the existing properties', () => {
    const listed = tableRows(page, 'property').map(([property, required]) => [property, required === 'yes']);
    const columns = kind.columns.filter((column) => !column.derive);
    expect(listed).toEqual(columns.map((column) => [`\`${column.name}\``, !column.optional]));
  });

  it.each(['ndjson', 'csv'])(
    'has an example in %s that imports, and changes nothing the second time',
    async (format) => {
      const blocks = codeBlocks(page, format);
      expect(blocks).toHaveLength(1);
      const [block = ''] = blocks;
      const { kinds } = await importText(kind, format, block);
      expect(kinds[0]?.inserted).toBeGreaterThan(0);
      expect(await importText(kind, format, block)).toMatchObject({ kinds: [{ inserted: 0, updated: 0 }] });
    },
  );

  it('shows the existing messages', async () => {
    const example = JSON.parse(codeBlocks(page, 'ndjson')[0]?.split('\n')[0] ?? '') as object;
    const rows = tableRows(page, 'record with');
    expect(rows.length).toBeGreaterThan(1);
    for (const [cause = '', message = ''] of rows) {
      const record = { ...example, ...changeOf(cause) };
      const { firstRejects } = await run([recordsInput(kind, kind.name, [record])], true);
      expect(firstRejects.map(({ property, reason }) => `\`${property}: ${reason}\``)).toEqual([message]);
    }
  });
});

it('shows importable Helix pages', async () => {
  const text = codeBlocks(read('helix.md'), 'json').filter((block) => block.includes('"data"'));
  expect(text.length).toBeGreaterThan(0);
  const file = path.join(folder, 'page.json');
  await writeFile(file, text.join(''));
  const { inputs } = await findInputs([file], { helix: {} });
  expect((await runImport(client, inputs)).kinds.length).toBeGreaterThan(0);
});

it.each([
  ['viewer-samples.md', '/v1/streams/9002/graphs/thirtyMinutes'],
  ['follower-points.md', '/v1/streamer/nora_builds/follower-graph'],
  ['message-stats.md', '/v1/streams/9001/message-stats'],
  ['panels.md', '/v1/streamer/nora_builds/partners'],
  ['colab-sessions.md', '/v1/streams/9003/colab-sessions'],
])('%s shows the response of %s', async (name, url) => {
  const page = read(name);
  expect(page).toContain(`\`${url}\``);
  const { body } = await api.get(url);
  expect(body).toEqual(JSON.parse(codeBlocks(page, 'json')[0] ?? ''));
});

/** The first cell of a row: the properties to set, or the property to leave out. */
function changeOf(cause: string): object {
  const [, missing] = /^no `(\w+)`$/.exec(cause) ?? [];
  return missing ? { [missing]: undefined } : (JSON.parse(cause.slice(1, -1)) as object);
}
