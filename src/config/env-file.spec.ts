import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadEnvFile } from './env-file.js';
import { ConfigError } from './environment.js';

const home = process.cwd();
const environment = process.env;
const example = readFileSync('.env.example', 'utf8');

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

const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nAB12=\n-----END PRIVATE KEY-----';

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
  ['JSON with line breaks', `A='{\n  "B": "c=d"\n}'\nB=3`, { A: '{\n  "B": "c=d"\n}', B: '3' }],
  ['PEM', `A="${pem}\n"\nB=3`, { A: `${pem}\n`, B: '3' }],
  ['line breaks that are written as \\n', 'A="x\\nB=y"', { A: 'x\nB=y' }],
  ['variables of other programs', 'POSTGRES_PASSWORD=1\nhttp_proxy=2', { POSTGRES_PASSWORD: '1', http_proxy: '2' }],
  ['a value with = and quotes', `A=postgresql://u:it's@h/d?a="b"`, { A: `postgresql://u:it's@h/d?a="b"` }],
  ['a name twice', 'A=1\nA=2', { A: '2' }],
])('reads %s', (_name, text, values) => {
  expect(load(text)).toEqual(values);
});

it('keeps variables that are already set, and works without a file', () => {
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
  'DATABASE-URL=hunter2',
  'A.B=hunter2',
  'API_TOKEN="hunter2',
  'API_TOKEN="hunter2"3',
  'API_TOKEN=hunter2#3',
  'API_TOKEN=#hunter2',
])('rejects the line %s with its number, and does not show the line', (line) => {
  const refusal = expect(() => load(`# first\nA=1\n${line}\nB=2\n`));
  refusal.toThrow(/^\.env:3: the line cannot be read\. Write NAME=value/);
  refusal.toThrow(ConfigError);
  refusal.not.toThrow('hunter2');
  expect(process.env).toEqual({});
});

it('reads .env.example', () => {
  expect(load(example)).toMatchObject({ PORT: '3000', DATA_DIR: '.data' });
});

it('rejects lowercase variable names with their line', () => {
  const all = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  // Other programs read these, some of them in lower case.
  const names = all.filter((name) => !/^NODE_|^(HTTPS|NO)_PROXY$/.test(name));
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) {
    expect(() => load(`A=1\n${name.toLowerCase()}=hunter2`)).toThrow(
      new ConfigError(`.env:2: ${name.toLowerCase()} is not a variable. Write ${name}.`),
    );
  }
  expect(() => load('Api_Token_File=/run/token')).toThrow('.env:1: Api_Token_File is not a variable.');
});

it.each([
  'A="x\nB=hunter2\nC="',
  "A='x\nexport B=hunter2\nC='",
  'A=`x\n  B_2 = hunter2\n`',
  'A="-----BEGIN KEY-----\nB=hunter2\nC="',
])('rejects %j because its quotes contain a variable', (text) => {
  const refusal = expect(() => load(`# first\n${text}\n`));
  refusal.toThrow(/^\.env:2: the value in quotes contains a line that begins with NAME=\./);
  refusal.not.toThrow('hunter2');
});

it.each([
  ['UTF-16', Buffer.from('\uFEFFA=1\r\n', 'utf16le'), 1, ', but looks like UTF-16'],
  ['UTF-16 from the big end', Buffer.from('\uFEFFA=1\r\n', 'utf16le').swap16(), 1, ', but looks like UTF-16'],
  ['UTF-16 without a mark', Buffer.from('A=1\r\n', 'utf16le'), 1, ', but looks like UTF-16'],
  ['Latin-1', Buffer.from('A=1\nB=ä\n', 'latin1'), 2, ''],
  ['binary data', Buffer.from('A=1\nB=2\nC=\0'), 3, ''],
])('rejects %s with the line', (_name, bytes, line, like) => {
  expect(() => load(bytes)).toThrow(`.env:${line}: .env is not UTF-8${like}. Save the file as UTF-8.`);
});
