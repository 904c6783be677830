import { Prisma } from '../generated/prisma/client.js';

/** Returns SQL for whether a column is in a language range in lower case: the code itself, or one that continues it after a hyphen. */
export function isInLanguage(column: Prisma.Sql, range: string): Prisma.Sql {
  return Prisma.sql`(${column} = ${range}::text OR starts_with(${column}, ${range}::text || '-'))`;
}
