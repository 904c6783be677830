/** PostgreSQL's code for a table that is not there. */
const undefinedTable = '42P01';

/** An error as whoever runs a command should read it. */
export function errorMessage(error: unknown): string {
  // A host with several addresses that all refuse gives an error that says nothing itself.
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join('; ');
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === undefinedTable) {
    return `The database lacks a table (${error.message}); npm run db:migrate makes it.`;
  }
  return error.message;
}
