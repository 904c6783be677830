// admin_shutdown, crash_shutdown, the class of connection exceptions, and what the operating system says.
const lostCodes = new Set(['57P01', '57P02', '08000', '08003', '08006', 'ECONNRESET', 'EPIPE']);
// What pg says has no code.
const lostWords = /^(Connection terminated( unexpectedly)?|Client has encountered a connection error.*)$/;

/** Whether a query failed because its connection went away under it, so that it is worth another one. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? lostWords.test(error.message) : lostCodes.has(code);
}
