import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of Prisma's schema and migrations. */
export const prismaDir = fileURLToPath(new URL('../../prisma', import.meta.url));
export const migrationsDir = path.join(prismaDir, 'migrations');

/** The names of this version's migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
