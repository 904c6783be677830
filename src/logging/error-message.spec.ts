import { errorMessage, withFilePath } from './error-message.js';

describe('errorMessage', () => {
  it('is the message of an error', () => {
    expect(errorMessage(new Error('no space left'))).toBe('no space left');
    expect(errorMessage('no space left')).toBe('no space left');
  });

  it('gives advice for a refused connection and an unknown host, and lists each address', () => {
    const refused = (address: string) => connectError('connect', `connect ECONNREFUSED ${address}`);
    expect(errorMessage(new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')]))).toBe(
      'The database in DATABASE_URL is unreachable (connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432). Start the database, or correct DATABASE_URL.',
    );
    expect(errorMessage(connectError('getaddrinfo', 'getaddrinfo ENOTFOUND db'))).toBe(
      'The database in DATABASE_URL is unreachable (getaddrinfo ENOTFOUND db). Start the database, or correct DATABASE_URL.',
    );
  });

  it.each([
    ['ENOSPC', 'a.gz cannot be used (ENOSPC): the disk is full. Free space, or choose another disk.'],
    ['EROFS', 'a.gz cannot be used (EROFS): the file system is read-only. Choose another folder.'],
    ['ENOENT', 'a.gz cannot be used (ENOENT): the file or its folder does not exist.'],
  ])('names the file and the remedy of %s', (code, message) => {
    const written = Object.assign(new Error(`${code}: words, write`), { code, syscall: 'write' });
    expect(errorMessage(withFilePath(written, 'a.gz'))).toContain(message);
    const partial = Object.assign(new Error(`${code}: words, open`), { code, syscall: 'open', path: 'a.gz.1.partial' });
    expect(errorMessage(withFilePath(partial, 'a.gz'))).toContain(message);
  });

  it('does not take a lost connection for a problem of a file', () => {
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    expect(errorMessage(withFilePath(lost, 'a.gz'))).toBe('read ECONNRESET');
  });

  it('gives advice for too many connections', () => {
    const error = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
    expect(errorMessage(error)).toBe(
      'The database accepts no more connections (sorry, too many clients already). Wait until some are closed, or increase max_connections.',
    );
  });

  it.each([
    [
      '25006',
      'The database is read-only (WORDS). Set DATABASE_URL to the primary, and to a role with default_transaction_read_only off.',
    ],
    [
      '28000',
      'The database rejects the connection (WORDS). Check the user and the database in DATABASE_URL; if the server requires TLS, add sslmode=require to the URL.',
    ],
    [
      '28P01',
      'The database rejects the user or the password in DATABASE_URL (WORDS). Write special characters of a password in percent-encoding, such as # as %23.',
    ],
    [
      '3D000',
      "The database in DATABASE_URL does not exist (WORDS). Create the database with ENCODING 'UTF8' TEMPLATE template0, or correct the name.",
    ],
    [
      '42501',
      'The role in DATABASE_URL lacks a privilege (WORDS). Set DATABASE_URL to the role that owns the tables, or grant the privilege.',
    ],
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED'].map((code) => [
      code,
      'The certificate of the database server cannot be verified (WORDS). Set sslrootcert to the certificate of its authority, or use sslmode=require, which encrypts without verification.',
    ]),
  ])('gives advice for %s', (code, message) => {
    expect(errorMessage(Object.assign(new Error('WORDS'), { code }))).toBe(message);
  });

  it.each([
    [
      'The server does not support SSL connections',
      'The database server does not support TLS. Set ssl = on in the server configuration, or remove sslmode from DATABASE_URL.',
    ],
    [
      'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
      'The database requires a password, and DATABASE_URL has none. Add it, as in postgresql://user:password@host:5432/database.',
    ],
  ])('gives advice for "%s"', (words, message) => {
    expect(errorMessage(new Error(words))).toBe(message);
  });

  it('joins the messages of an aggregate error', () => {
    expect(errorMessage(new AggregateError([new Error('one'), new Error('two')]))).toBe('one; two');
  });

  it('explains how to create the tables', () => {
    const error = Object.assign(new Error('relation "streams" does not exist'), { code: '42P01' });
    expect(errorMessage(error)).toBe(
      'A table is missing from the database (relation "streams" does not exist). Run npm run db:migrate to create the table.',
    );
  });

  it('gives advice for a conflicting detached table', () => {
    const error = Object.assign(new Error('relation "viewer_samples_2026_11" already exists'), { code: '42P07' });
    expect(errorMessage(error)).toBe(
      'A table that was detached from viewer_samples has the name of a partition that must be created (relation "viewer_samples_2026_11" already exists). Attach the table again, or rename it.',
    );
  });
});

function connectError(syscall: string, message: string): Error {
  return Object.assign(new Error(message), { syscall });
}
