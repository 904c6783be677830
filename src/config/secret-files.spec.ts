import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from './environment.js';

const token = 'token-0123456789';
const url = 'postgresql://analytics:hunter2@localhost:5432/analytics';

describe('secret in a file', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'secret-files-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const fileOf = (content: string | Buffer) => {
    const file = path.join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  };

  it.each([
    ['DATABASE_URL', 'databaseUrl'],
    ['DATABASE_READER_URL', 'databaseReaderUrl'],
  ] as const)('is the value of %s, without the trailing newline', (name, property) => {
    expect(loadConfig({ [`${name}_FILE`]: fileOf(`${url}\n`) })[property]).toBe(url);
  });

  it.each([
    ...[`${token},${token}2`, `${token}\n${token}2\n`, `\n  ${token}  \r\n\r\n${token}2`],
    `\uFEFF${token}\r${token}2\r`,
  ])('contains tokens separated by commas or newlines: %j', (content) => {
    expect(loadConfig({ API_TOKEN_FILE: fileOf(content) }).apiTokens).toEqual([token, `${token}2`]);
  });

  it('is rejected if the variable itself is set too', () => {
    expect(messageFor({ API_TOKEN: token, API_TOKEN_FILE: fileOf(token) })).toBe(
      'API_TOKEN and API_TOKEN_FILE are both set. Set only one of them.',
    );
  });

  it.each([
    ['/no/such/file', 'ENOENT'],
    ['', 'ENOENT'],
    [os.tmpdir(), 'EISDIR'],
  ])('is rejected if the file cannot be read (%j)', (file, code) => {
    expect(messageFor({ API_TOKEN_FILE: file })).toBe(
      `API_TOKEN_FILE is ${JSON.stringify(file)}, but must be a file that can be read (${code}).`,
    );
  });

  it.each([Buffer.from(`\uFEFF${token}\r\n`, 'utf16le'), Buffer.from('ä-0123456789-0123456789', 'latin1')])(
    'is rejected if the file is not UTF-8 (%#)',
    (content) => {
      const file = fileOf(content);
      expect(messageFor({ API_TOKEN_FILE: file })).toBe(
        `API_TOKEN_FILE is ${JSON.stringify(file)}, but must be a file in UTF-8.`,
      );
    },
  );

  it('is rejected for the same reasons as a variable', () => {
    for (const content of ['', '\n', 'short', `${token},`]) {
      expect(messageFor({ API_TOKEN_FILE: fileOf(content) })).toMatch(
        /^The content of API_TOKEN_FILE is \(its value is not shown\), but must be one or more tokens, separated by commas, each of at least 16 /,
      );
    }
  });

  it('does not appear in the message if another value is wrong', () => {
    const message = messageFor({ DATABASE_URL_FILE: fileOf('mysql://root:hunter2@host/db'), PORT: 'x' });
    expect(message).toContain('The content of DATABASE_URL_FILE begins with mysql://');
    expect(message).toContain('PORT is "x"');
    expect(message).not.toContain('hunter2');
  });
});

function messageFor(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}
