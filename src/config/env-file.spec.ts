import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadEnvFile } from './env-file.js';
import { ConfigError } from './environment.js';

const home = process.cwd();
const environment = process.env;

beforeEach(() => {
  process.chdir(mkdtempSync(path.join(os.tmpdir(), 'env-file-')));
  process.env = {};
});

afterEach(() => {
  const folder = process.cwd();
  process.chdir(home);
  process.env = environment;
  rmSync(folder, { recursive: true });
});

function load(content: string | Buffer) {
  writeFileSync('.env', content);
  loadEnvFile();
  return { ...process.env };
}

it.each([
  ['a byte order mark', '\uFEFFA=1\nB=2', { A: '1', B: '2' }],
  ['lines that end in CRLF', 'A=1\r\nB="2"\r\n', { A: '1', B: '2' }],
  ['lines that end in CR', 'A=1\rB=2\r', { A: '1', B: '2' }],
  ['export, tabs and spaces', 'export A=1\nexport  B=2\n\tC = 3 \n', { A: '1', B: '2', C: '3' }],
  ['comments and blank lines', '# "\n\nA=1 # one\n  # two\nB="2" #\nC=\nD= # none', { A: '1', B: '2', C: '', D: '' }],
  ['quotes', `A='a # "b"\\n'\nB="c\\nd"\nC=\`e"'\``, { A: 'a # "b"\\n', B: 'c\nd', C: `e"'` }],
  ['a value with line breaks', 'A="one\ntwo=2\n"\nB=3', { A: 'one\ntwo=2\n', B: '3' }],
  ['a value with = and quotes', `A=postgresql://u:it's@h/d?a="b"`, { A: `postgresql://u:it's@h/d?a="b"` }],
  ['a name twice', 'A=1\nA=2', { A: '2' }],
])('reads %s', (_name, text, values) => {
  expect(load(text)).toEqual(values);
});

it('leaves what is set already, and does without a file', () => {
  loadEnvFile();
  process.env.A = '';
  expect(load('A=1\nB=2')).toEqual({ A: '', B: '2' });
});

it.each([
  'DATABASE_URL: hunter2',
  'set DATABASE_URL=hunter2',
  '$env:DATABASE_URL="hunter2"',
  'DATABASE_URL',
  'export DATABASE_URL',
  '"DATABASE_URL"=hunter2',
  '\u00A0\u200BDATABASE_URL=hunter2',
  '=hunter2',
  'API_TOKEN="hunter2',
  'API_TOKEN="hunter2"3',
  'API_TOKEN=hunter2#3',
  'API_TOKEN=#hunter2',
])('refuses the line %s with its number, and does not show it', (line) => {
  const refusal = expect(() => load(`# first\nA=1\n${line}\nB=2\n`));
  refusal.toThrow(/^\.env:3: the line cannot be read\. Write NAME=value/);
  refusal.toThrow(ConfigError);
  refusal.not.toThrow('hunter2');
  expect(process.env).toEqual({});
});

it.each([
  ['UTF-16', Buffer.from('\uFEFFA=1\r\n', 'utf16le'), 1, ', but looks like UTF-16'],
  ['UTF-16 from the big end', Buffer.from('\uFEFFA=1\r\n', 'utf16le').swap16(), 1, ', but looks like UTF-16'],
  ['UTF-16 without a mark', Buffer.from('A=1\r\n', 'utf16le'), 1, ', but looks like UTF-16'],
  ['Latin-1', Buffer.from('A=1\nB=ä\n', 'latin1'), 2, ''],
  ['binary data', Buffer.from('A=1\nB=2\nC=\0'), 3, ''],
])('refuses %s with the line', (_name, bytes, line, like) => {
  expect(() => load(bytes)).toThrow(`.env:${line}: .env is not UTF-8${like}. Save the file as UTF-8.`);
});
