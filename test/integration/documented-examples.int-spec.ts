import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { readWebhookTargets } from '../../src/config/webhook-targets.js';
import { describeWhere } from '../support/describe-where.js';
import { databaseWhileTesting, runAsAdmin } from '../support/database/test-database.js';
import { WebhookReceiver } from '../support/http/webhook-receiver.js';
import { codeBlocks } from '../support/programs/markdown.js';
import { runCommand } from '../support/programs/run-command.js';

const database = databaseWhileTesting();
const blocksOf = (page: string, language: string) =>
  codeBlocks(readFileSync(`docs/${page}`, 'utf8').replace(/^ +(?=```|SELECT)/gm, ''), language);

describe('the client of docs/api.md', () => {
  const [code = ''] = blocksOf('api.md', 'js');
  const waits: number[] = [];
  let replies: [status: number, retryAfter?: string][];
  const server = createServer((_request, response) => {
    const [status, retryAfter] = replies.shift() ?? [204];
    response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end();
  });
  const wait = (action: () => void, ms: number) => {
    waits.push(ms);
    action();
  };
  const get = runInNewContext(`${code}; get`, { fetch, setTimeout: wait }) as (url: string) => Promise<Response>;

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());

  it.each<[retryAfter: string | undefined, waits: number[]]>([
    ['1', [1_000]],
    ['3600', [3_600_000]],
    ['3601', []],
    ['9999999999', []],
    ['0', []],
    ['-1', []],
    ['soon', []],
    ['Wed, 21 Oct 2026 07:28:00 GMT', []],
    [undefined, []],
  ])('waits after an error with Retry-After %j for %j ms', async (retryAfter, expected) => {
    waits.length = 0;
    replies = [[429, retryAfter]];
    const { status } = await get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect({ status, waits }).toEqual({ status: expected.length > 0 ? 204 : 429, waits: expected });
  });
});

it('the targets of docs/webhooks.md are valid', () => {
  const [text = ''] = blocksOf('webhooks.md', 'json');
  expect(readWebhookTargets(text).map(({ name }) => name)).toEqual(['overlay', 'team-chat', 'phone']);
});

it('the target of docs/recipes.md sends a message to ntfy', async () => {
  const ntfy = await WebhookReceiver.start();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recipe-'));
  try {
    const [text = ''] = blocksOf('recipes.md', 'json');
    const [target] = JSON.parse(text) as object[];
    const url = new URL('/aurora-Zk3vQ9', ntfy.url).href;
    writeFileSync(path.join(folder, 'webhooks.json'), JSON.stringify([{ ...target, url, private: true }]));
    const env = { WEBHOOKS: `@${path.join(folder, 'webhooks.json')}` };
    expect((await runCommand(database.url, ['webhooks', '--test', 'phone'], { env })).code).toBe(0);
    expect(ntfy.messages).toMatchObject([{ body: { topic: 'aurora-Zk3vQ9', title: expect.any(String) } }]);
  } finally {
    await ntfy.stop();
    rmSync(folder, { recursive: true });
  }
});

describe('the statements of docs', () => {
  const statements = ['install.md', 'operate.md', 'export.md'].flatMap((page) =>
    blocksOf(page, 'sql').map((text) => ({ page, text })),
  );
  // Names of this test, because roles and databases belong to the whole server.
  const own = (sql: string) => sql.replace(/\banalytics(?=\b|_api)(?!_reader)/g, 'documented');
  const roles = ['documented_api_2', 'documented_api', 'documented'];
  const clean = async () => {
    await runAsAdmin('DROP DATABASE IF EXISTS documented');
    for (const role of roles) await runAsAdmin(`DROP ROLE IF EXISTS ${role}`);
  };

  afterEach(clean);

  it('include roles and sizes', () => expect(statements.length).toBeGreaterThan(6));

  it.each(statements)('run as shown in $page: $text', async ({ text }) => {
    await clean();
    if (text.includes('DROP ROLE')) await runAsAdmin('CREATE ROLE documented_api');
    for (const statement of own(text)
      .split(/;\s*(?:--.*)?$/m)
      .filter((one) => one.trim() !== '')) {
      if (statement.includes('DATABASE')) await runAsAdmin(statement);
      else await database.client.query(statement);
    }
  });
});

describe('the commands of docs', () => {
  let folder: string;
  const run = (command = '') => execFileSync('sh', ['-ec', command], { cwd: folder });
  const shellLine = (page: string, start: string) =>
    blocksOf(page, 'sh')
      .flatMap((text) => text.split('\n'))
      .find((line) => line.startsWith(start));

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'documented-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('make links of the paths of runbooks', () => {
    cpSync('docker/watch/alerts.yml', path.join(folder, 'docker/watch/alerts.yml'));
    run(shellLine('operate.md', 'sed'));
    const text = readFileSync(path.join(folder, 'docker/watch/alerts.yml'), 'utf8');
    const links = [...text.matchAll(/runbook_url: (.*)/g)].map(([, link = '']) => link);
    expect(links).not.toEqual([]);
    for (const link of links) {
      const [, file = ''] = /^https:\/\/git\.example\.com\/analytics\/blob\/main\/([^#]+)/.exec(link) ?? [];
      expect([link, existsSync(file)]).toEqual([link, true]);
    }
  });

  describeWhere(spawnSync('jq', ['--version']).status === 0, 'with jq', 'which is not installed here', () => {
    const records = [
      { id: '1', title: 'two\nlines "and" \u2028 \\', tags: [] },
      { id: '9223372036854775807', title: null },
    ];

    it.each([
      ['an array', "jq -c '.[]'", 'array.json', JSON.stringify(records, null, 2)],
      [
        'records of several lines',
        'jq -c .',
        'pretty.json',
        records.map((one) => JSON.stringify(one, null, 2)).join('\n'),
      ],
    ])('write each record of %s into one line', (_form, command, file, text) => {
      writeFileSync(path.join(folder, file), text);
      run(shellLine('import.md', command));
      const lines = readFileSync(path.join(folder, 'streams.ndjson'), 'utf8').trim().split('\n');
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records);
    });
  });
});
