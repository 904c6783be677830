import { PlatformName } from '../config/platforms.js';
import { Prisma } from '../generated/prisma/client.js';
import { isOfPlatform, platformNameOf, selectExternalId, TableOfIds } from './platforms/platform-ids.js';

/** Returns SQL that limits a list to the rows with an ID of a platform; empty without a platform. */
export function andOfPlatform(id: string, platform: PlatformName | undefined): Prisma.Sql {
  return platform === undefined ? Prisma.empty : Prisma.raw(` AND ${isOfPlatform(id, platform)}`);
}

/** Returns SQL for the columns `platform` and `external_id` of a row. */
export function platformColumns(table: TableOfIds, id: string): Prisma.Sql {
  return Prisma.raw(`${platformNameOf(id)} AS platform, ${selectExternalId(table, id)} AS external_id`);
}

/** Returns SQL for whether a column is in a language range in lower case: the code itself, or one that continues it after a hyphen. */
export function isInLanguage(column: Prisma.Sql, range: string): Prisma.Sql {
  return Prisma.sql`(${column} = ${range}::text OR starts_with(${column}, ${range}::text || '-'))`;
}
