import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { prismaDir } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { createSchemaEngine } from '../support/database/schema-engine.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

/**
 * The parts that schema.prisma and the migrations must share, one per line. A partitioned table is a table here. Prisma does not
 * support checks, partial or expression indexes, indexes with nulls last, triggers, and views.
 */
const catalog = `
  SELECT format('column %s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN ' NOT NULL' END, ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS line
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations'
  UNION ALL
  SELECT format('constraint %s on %s: %s', k.conname, c.relname, pg_get_constraintdef(k.oid))
  FROM pg_constraint k
  JOIN pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('p', 'u', 'f', 'x')
    AND c.relname <> '_prisma_migrations'
  UNION ALL
  -- Prisma's schema cannot express INCLUDE.
  SELECT 'index ' || regexp_replace(replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON '), ' INCLUDE .*', '')
  FROM pg_index i
  JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations' AND i.indpred IS NULL AND i.indexprs IS NULL
    AND pg_get_indexdef(i.indexrelid) NOT LIKE '% NULLS LAST%'
  UNION ALL
  SELECT format('%s %s', CASE c.relkind WHEN 'S' THEN 'sequence' ELSE 'table' END, c.relname)
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('S', 'm', 'f')
  ORDER BY line`;

const file = path.join(prismaDir, 'schema.prisma');
const filters = { externalTables: [], externalEnums: [] };

/** The SQL that creates the tables of schema.prisma in an empty database. */
async function schemaAsSql(connectionString: string): Promise<string> {
  const engine = await createSchemaEngine(file, new PrismaPg({ connectionString }));
  const { stdout } = await engine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [{ path: file, content: readFileSync(file, 'utf8') }] },
    script: true,
    exitCode: null,
    filters,
  });
  engine.free();
  return stdout ?? '';
}

/** Applies a migration like `prisma migrate deploy`. Returns its name, or [] if the migration is recorded already. */
async function deployWithPrisma(connectionString: string, name: string, sql: string): Promise<string[]> {
  const engine = await createSchemaEngine(file, new PrismaPg({ connectionString }));
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList: {
      baseDir: prismaDir,
      lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
      shadowDbInitScript: '',
      migrationDirectories: [
        { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } } },
      ],
    },
    filters,
  });
  engine.free();
  return appliedMigrationNames;
}

const databases: TestDatabase[] = [];

afterAll(async () => {
  for (const database of databases) await database.drop();
});

/** Runs a query in a new database that `fill` has changed. */
async function inNewDatabase(fill: (url: string) => Promise<unknown>, sql: string): Promise<string[]> {
  const database = await createTestDatabase('template1');
  databases.push(database);
  await fill(database.url);
  const { rows } = await run(database.url, sql);
  return rows.map(({ line }) => line as string);
}

describe('schema.prisma and the migrations', () => {
  it('create the same tables, keys and indexes', async () => {
    const bySchema = await inNewDatabase(async (url) => run(url, await schemaAsSql(url)), catalog);
    const byMigrations = await inNewDatabase((url) => migrateDatabase(url), catalog);
    expect(byMigrations).toEqual(bySchema);
    expect(bySchema.length).toBeGreaterThan(80);
  });
});

describe('prisma migrate deploy', () => {
  const history = `
    SELECT format('%s %s %s %s', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_attribute a
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = '_prisma_migrations'::regclass AND a.attnum > 0
    UNION ALL
    SELECT format('%s %s %s %s %s', m.migration_name, m.checksum, m.logs, m.applied_steps_count, m.finished_at > m.started_at)
    FROM _prisma_migrations m
    ORDER BY line`;

  it('finds the records of the migrator, which equal its own', async () => {
    const [name, sql] = ['1_one', 'SELECT 1'];
    const folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'migration.sql'), sql);
    const byPrisma = await inNewDatabase((url) => deployWithPrisma(url, name, sql), history);
    let missing: string[] | undefined;
    const byService = await inNewDatabase(async (url) => {
      await migrateDatabase(url, { folder });
      missing = await deployWithPrisma(url, name, sql);
    }, history);
    rmSync(folder, { recursive: true });
    expect(byService).toEqual(byPrisma);
    expect(missing).toEqual([]);
  });
});

async function run(url: string, sql: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(sql);
  } finally {
    await client.end();
  }
}
