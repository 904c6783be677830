import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AppLogger } from '../../logging/app-logger.js';
import { requireTargets, TargetFile } from './target-file.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-target-file-'));
const file = path.join(folder, 'webhooks.json');
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const one = { name: 'one', url: 'https://example.com/hidden', secrets: [secret], kinds: ['data.stale'] };

let lines: string[];
const { pino: log } = new AppLogger('info', { write: (line: string) => void lines.push(line) });

beforeEach(() => {
  lines = [];
  rmSync(file, { recursive: true, force: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

const invalid: [reason: string, prepare: () => void][] = [
  ['The file cannot be read (ENOENT).', () => {}],
  ['The file cannot be read (EISDIR).', () => mkdirSync(file)],
  ['The file must contain JSON.', () => writeFileSync(file, '')],
  ['The file must contain an array of at most 100 targets.', () => writeFileSync(file, '{}')],
  ['The file is not UTF-8. Save the file as UTF-8.', () => writeFileSync(file, Buffer.from([0x22, 0xff, 0x22]))],
  ['Target one: the properties are', () => writeFileSync(file, JSON.stringify([{ ...one, secret }]))],
];

it.each(invalid)('logs %j once, and keeps the previous targets', (reason, prepare) => {
  writeFileSync(file, JSON.stringify([one]));
  const targets = new TargetFile(file, log);
  expect(targets.read()).toHaveLength(1);
  rmSync(file);
  prepare();
  for (let i = 0; i < 2; i++) expect(targets.read()).toMatchObject([{ name: 'one' }]);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(reason);
  expect(lines[1]).not.toMatch(/hidden|whsec_/);
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, JSON.stringify([one, { ...one, name: 'two' }]));
  expect(targets.read()).toHaveLength(2);
});

it.each(invalid)('throws %j for a command', (reason, prepare) => {
  prepare();
  expect(() => requireTargets(file)).toThrow(`WEBHOOKS: ${reason}`);
});

it.each([
  [0o602, true],
  [0o666, true],
  [0o664, false],
  [0o644, false],
  [0o600, false],
])('warns of the mode %i: %s', (mode, isWarned) => {
  writeFileSync(file, JSON.stringify([one]));
  chmodSync(file, 0o600);
  const targets = new TargetFile(file, log);
  targets.read();
  chmodSync(file, mode);
  for (let i = 0; i < 2; i++) expect(targets.read()).toHaveLength(1);
  const warnings = lines.filter((line) => line.includes('All users can change the file of WEBHOOKS'));
  expect(warnings).toHaveLength(isWarned ? 1 : 0);
});
