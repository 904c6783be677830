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

/** Which streams a list has; all given conditions apply. */
export interface StreamFilter {
  language?: string | undefined;
  platform?: PlatformName | undefined;
  game?: string | undefined;
}

/** Returns SQL for whether a stream is in a list. `row` has the columns `language` and `game_name`, and `id` is its ID. */
export function matchesStream(row: string, id: string, { language, platform, game }: StreamFilter): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`${row}.${name}`);
  const byLanguage = language === undefined ? Prisma.sql`TRUE` : isInLanguage(column('language'), language);
  const byGame = game === undefined ? Prisma.empty : Prisma.sql` AND ${column('game_name')} = ${game}`;
  return Prisma.sql`${byLanguage}${byGame}${andOfPlatform(id, platform)}`;
}

/** Returns SQL that limits a list to the rows with a tag in a column, in upper or lower case of A to Z; empty without a tag. */
export function andHasTag(column: string, tag: string | undefined): Prisma.Sql {
  if (tag === undefined) return Prisma.empty;
  return Prisma.sql` AND EXISTS (
    SELECT FROM unnest(${Prisma.raw(column)}) t(tag) WHERE lower(t.tag COLLATE "C") = lower(${tag}::text COLLATE "C")
  )`;
}

/** Returns SQL for whether a column is in a language range in lower case: the code itself, or one that continues it after a hyphen. */
export function isInLanguage(column: Prisma.Sql, range: string): Prisma.Sql {
  return Prisma.sql`(${column} = ${range}::text OR starts_with(${column}, ${range}::text || '-'))`;
}
