import { PlatformName } from '../../config/platforms.js';
import { Prisma } from '../../generated/prisma/client.js';
import { isOfPlatform, platformNameOf, selectExternalId, TableOfIds } from './platform-ids.js';

/** Returns SQL that limits a list to the rows with an ID of a platform; empty without a platform. */
export function andOfPlatform(id: string, platform: PlatformName | undefined): Prisma.Sql {
  return platform === undefined ? Prisma.empty : Prisma.raw(` AND ${isOfPlatform(id, platform)}`);
}

/** Returns SQL for the platform's own ID of a row, as `external_id`; null on Twitch. */
export function externalIdColumn(table: TableOfIds, id: string): Prisma.Sql {
  return Prisma.raw(`${selectExternalId(table, id)} AS external_id`);
}

/** Returns SQL for the columns `platform` and `external_id` of a row. */
export function platformColumns(table: TableOfIds, id: string): Prisma.Sql {
  return Prisma.raw(`${platformNameOf(id)} AS platform, ${selectExternalId(table, id)} AS external_id`);
}
