/** What to say with an error's own words, which do not tell what to do, by its code. */
const advice: Readonly<Record<string, (words: string) => string>> = {
  '42P01': (words) => `The database lacks a table (${words}); npm run db:migrate makes it.`,
  '42P07': (words) =>
    `A table that was detached from viewer_samples has the name of a partition that is needed (${words}); attach it again, or rename it.`,
  '53100': (words) => `The database has no room left on its disk (${words}).`,
  '53300': (words) =>
    `The database takes no more connections (${words}). Wait until some are closed, or raise its max_connections.`,
};

/** The system calls that fail before there is a connection. */
const connecting = ['getaddrinfo', 'connect'];

/** What the user of a command should read about an error. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  // Where all addresses of a host refuse, the error holds one error for each of them and has no message itself.
  const errors = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : undefined;
  const words = errors?.map(({ message }) => message).join('; ') ?? error.message;
  if (connecting.includes(errors?.[0]?.syscall ?? syscall)) {
    return `The database of DATABASE_URL is out of reach (${words}). Start it, or set DATABASE_URL to where it is.`;
  }
  return advice[code]?.(words) ?? words;
}
