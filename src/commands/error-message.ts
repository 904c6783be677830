/** PostgreSQL's code for a table that is not there. */
const undefinedTable = '42P01';

/** PostgreSQL's code for a connection too many. */
const tooManyConnections = '53300';

/** The system calls that fail before there is a connection. */
const connecting = ['getaddrinfo', 'connect'];

/** What the user of a command should read about an error. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  // Where all addresses of a host refuse, the error holds one error for each of them and has no message itself.
  const errors = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : undefined;
  const words = errors?.map(({ message }) => message).join('; ') ?? error.message;
  if (connecting.includes(errors?.[0]?.syscall ?? syscall)) {
    return `The database of DATABASE_URL is out of reach (${words}). Start it, or set DATABASE_URL to where it is.`;
  }
  if (code === tooManyConnections) {
    return `The database takes no more connections (${words}). Wait until some are closed, or raise its max_connections.`;
  }
  if (code === undefinedTable) return `The database lacks a table (${words}); npm run db:migrate makes it.`;
  return words;
}
