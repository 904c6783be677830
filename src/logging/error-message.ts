/** The command cannot use the data. The process reports the message and exits with 1. */
export class BadDataError extends Error {}

/** Messages by error code, for errors whose own words do not say what to do. */
const advice: Readonly<Record<string, (words: string) => string>> = {
  '25006': (words) =>
    `The database is read-only (${words}). Set DATABASE_URL to the primary, and to a role with default_transaction_read_only off.`,
  '28000': (words) =>
    `The database rejects the connection (${words}). Check the user and the database in DATABASE_URL; if the server requires TLS, add sslmode=require to the URL.`,
  '28P01': (words) =>
    `The database rejects the user or the password in DATABASE_URL (${words}). Write special characters of a password in percent-encoding, such as # as %23.`,
  '3D000': (words) =>
    `The database in DATABASE_URL does not exist (${words}). Create the database with ENCODING 'UTF8' TEMPLATE template0, or correct the name.`,
  '42501': (words) =>
    `The role in DATABASE_URL lacks a privilege (${words}). Set DATABASE_URL to the role that owns the tables, or grant the privilege.`,
  '42P01': (words) => `A table is missing from the database (${words}). Run npm run db:migrate to create the table.`,
  '42P07': (words) =>
    `A table that was detached from viewer_samples has the name of a partition that must be created (${words}). Attach the table again, or rename it.`,
  '53100': (words) => `The disk of the database is full (${words}).`,
  '53300': (words) =>
    `The database accepts no more connections (${words}). Wait until some are closed, or increase max_connections.`,
};

/** Advice for errors without a code, by the start of their message. */
const adviceByWords: Readonly<Record<string, string>> = {
  'query would be affected by row-level security policy':
    'Row level security hides rows from the role in DATABASE_URL. Run ALTER TABLE ... DISABLE ROW LEVEL SECURITY for the tables of the service, or set DATABASE_URL to the role that owns them.',
  'The server does not support SSL connections':
    'The database server does not support TLS. Set ssl = on in the server configuration, or remove sslmode from DATABASE_URL.',
  'timeout expired':
    'The server at the host and port in DATABASE_URL does not respond like PostgreSQL. Correct DATABASE_URL, or check the network.',
  'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be':
    'The database requires a password, and DATABASE_URL has none. Add it, as in postgresql://user:password@host:5432/database.',
};

/** The problem with a file or folder, by error code, and what to do. */
const fileProblems: Readonly<Record<string, string>> = {
  EACCES: 'access is denied. Allow the user of this process to use the file, or choose another folder',
  EDQUOT: 'your disk quota is used up. Free space, or choose another disk',
  EFBIG: 'the file is too large. Raise the limit of this process, or choose another disk',
  EIO: 'the disk reports an error. Check the disk, or choose another one',
  EISDIR: 'this is a folder. Specify a file',
  EMFILE: 'too many files are open. Raise the limit, for example with ulimit -n',
  ENAMETOOLONG: 'the name is too long. Choose a shorter name',
  ENOENT: 'the file or its folder does not exist. Correct the path, or create the folder',
  ENOSPC: 'the disk is full. Free space, or choose another disk',
  ENOTDIR: 'a part of the path is not a folder. Correct the path',
  EPERM: 'access is denied. Allow the user of this process to use the file, or choose another folder',
  EROFS: 'the file system is read-only. Choose another folder',
};

/** Sets the path of an error of the file system to the file that the user knows. An error of a write has no path. */
export function withFilePath(error: unknown, path: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return code in fileProblems ? Object.assign(error as Error, { path }) : error;
}

const certificateCodes =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_\w+)$/;

/** The system calls that fail before a connection exists. */
const connecting = ['getaddrinfo', 'connect'];

export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', syscall = '', path } = error as NodeJS.ErrnoException;
  if (path !== undefined && code in fileProblems) return `${path} cannot be used (${code}): ${fileProblems[code]}.`;
  // If all addresses of a host refuse, the error has no message and contains one error for each address.
  const errors = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : undefined;
  const words = errors?.map(({ message }) => message).join('; ') ?? error.message;
  if (connecting.includes(errors?.[0]?.syscall ?? syscall)) {
    return `The database in DATABASE_URL is unreachable (${words}). Start the database, or correct DATABASE_URL.`;
  }
  if (certificateCodes.test(code)) {
    return `The certificate of the database server cannot be verified (${words}). Set sslrootcert to the certificate of its authority, or use sslmode=require, which encrypts without verification.`;
  }
  const known = Object.entries(adviceByWords).find(([start]) => words.startsWith(start));
  return known?.[1] ?? advice[code]?.(words) ?? words;
}
