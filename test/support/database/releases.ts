import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { QueryConfig } from 'pg';
import { BackupReader, unpackBackup } from '../../../src/jobs/backup/backup-reader.js';
import { loadRows } from '../../../src/jobs/backup/restore-backup.js';
import { migrateDatabase } from '../../../src/database/migrations/migrator.js';
import { withOwner } from '../../../src/database/owner-client.js';
import { Statement } from './query-plans.js';
import { createTestDatabase, TestDatabase } from './test-database.js';

const folder = path.resolve(__dirname, '../../fixtures/releases');

/** The seed of a release: its database, and its responses at a moment. */
export interface RecordedAnswers {
  at: string;
  answers: Record<string, { status: number; body: unknown }>;
}

/** The recorded releases, oldest first (CONTRIBUTING.md). */
export const recordedReleases = readdirSync(folder).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

export const releaseFile = (release: string, name: string) => path.join(folder, release, name);

export const answersOf = (release: string) => readJson<RecordedAnswers>(release, 'answers.json.gz');

export const documentOf = (release: string) => readJson<OpenAPIObject>(release, 'openapi.json.gz');

/** The checksums of the migrations of a release, by name. */
export const checksumsOf = (release: string) =>
  JSON.parse(readFileSync(releaseFile(release, 'migrations.json'), 'utf8')) as Record<string, string>;

/** A database with the tables and the seed of a release, for {@link migrateDatabase}. */
export async function createReleasedDatabase(release: string): Promise<TestDatabase> {
  const database = await createTestDatabase('template1');
  const reader = new BackupReader(unpackBackup(releaseFile(release, 'database.backup.gz')));
  const header = await reader.header();
  await migrateDatabase(database.url, { wanted: header.migrations });
  await withOwner(database.url, (client) => loadRows(client, header, reader));
  return database;
}

/** The statements of the server of a release. In the file, a comment before each has the values of its parameters. */
export function readsOf(release: string): QueryConfig[] {
  return readFileSync(releaseFile(release, 'reads.sql'), 'utf8')
    .split(/;\n+/)
    .filter((part) => part !== '')
    .map((part, i) => {
      const [comment = '', ...lines] = part.split('\n');
      return { name: `read_${i}`, text: lines.join('\n'), values: JSON.parse(comment.slice(3)) as unknown[] };
    });
}

/** The contents of the file for {@link readsOf}: each statement once, with its first values. */
export function readsText(statements: readonly Statement[]): string {
  const first = statements.filter(({ text }, i) => statements.findIndex((other) => other.text === text) === i);
  const jsonOf = (values: unknown[]) =>
    JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return first.map(({ text, values }) => `-- ${jsonOf(values)}\n${text.trim()};\n`).join('\n');
}

function readJson<Content>(release: string, name: string): Content {
  return JSON.parse(gunzipSync(readFileSync(releaseFile(release, name))).toString()) as Content;
}
