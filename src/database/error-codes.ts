/** PostgreSQL's code after `lock_timeout`. */
export const lockNotAvailable = '55P03';

export const undefinedTable = '42P01';

/** An error of pg, or of Prisma's API with the PostgreSQL code in its details. */
interface QueryError {
  code?: string;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
}

/** Returns PostgreSQL's code of an error. Other errors have a code of Prisma or Node.js, or undefined. */
export function codeOf(error: unknown): string | undefined {
  const { code, meta } = (error ?? {}) as QueryError;
  return code === undefined ? undefined : (meta?.driverAdapterError?.cause?.originalCode ?? code);
}
