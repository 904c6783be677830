import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of Prisma's schema and migrations. */
export const prismaDir = fileURLToPath(new URL('../../../prisma', import.meta.url));
export const migrationsDir = path.join(prismaDir, 'migrations');

export interface Migration {
  name: string;
  /** How the migrator runs the file. The first line of a file that is not one transaction starts with its mode. */
  mode: 'transaction' | 'statements' | 'concurrently' | 'batches';
  sql: string;
  /** The checksum that Prisma Migrate compares with the file. */
  checksum: string;
}

/** The names of the migrations in a folder, oldest first. */
export async function listMigrations(folder = migrationsDir): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

export async function readMigration(name: string, folder = migrationsDir): Promise<Migration> {
  const sql = await readFile(path.join(folder, name, 'migration.sql'), 'utf8');
  const [, mode = 'transaction'] = /^-- (statements|concurrently|batches): /.exec(sql) ?? [];
  return { name, mode: mode as Migration['mode'], sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
