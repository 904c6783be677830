import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Config } from '../../src/config/config.js';
import { listMigrations, readMigration } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { withOwner } from '../../src/database/owner-client.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { restoreBackup } from '../../src/jobs/backup/restore-backup.js';
import { writeBackup } from '../../src/jobs/backup/write-backup.js';
import { createOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { version } from '../../src/version.js';
import { databaseState } from '../support/database/database-state.js';
import { expectDecided } from '../support/database/decided-again.js';
import { shownPages } from '../support/pages/page-paths.js';
import { captureStatements } from '../support/database/query-plans.js';
import {
  answersOf,
  createReleasedDatabase,
  readsText,
  RecordedAnswers,
  recordedReleases,
  releaseFile,
} from '../support/database/releases.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { seededPaths } from '../support/http/seeded-paths.js';
import { TestApp } from '../support/http/test-app.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

interface Board {
  items: { name: string }[];
}

describe.each(recordedReleases)('a migrated database of %s', (release) => {
  const recorded = answersOf(release);
  const paths = Object.keys(recorded.answers);
  let database: TestDatabase;
  let api: TestApp;

  beforeAll(async () => {
    database = await createTestDatabase('template1');
    await restoreBackup(database.url, releaseFile(release, 'database.backup.gz'));
    api = await TestApp.start({ databaseUrl: database.url, now: new Date(recorded.at) });
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  it('has the tables and decided streams of this version', async () => {
    expect((await api.get('/v1/health/ready')).status).toBe(200);
    await withOwner(database.url, expectDecided);
  });

  it('has the same rows if the database of the release is upgraded instead of its backup', async () => {
    const upgraded = await createReleasedDatabase(release);
    await migrateDatabase(upgraded.url);
    const states = [upgraded, database].map(({ url }) => withOwner(url, databaseState));
    const [inPlace, fromBackup] = await Promise.all(states);
    await upgraded.drop();
    // Each migrated database has an ID of its own.
    expect(inPlace).toEqual({ ...fromBackup, installation: expect.stringMatching(/^1 rows/) });
  });

  it('returns the same responses, apart from properties that were added', async () => {
    expect(paths.length).toBeGreaterThan(150);
    for (const url of paths) {
      const { status, body } = await api.get(url);
      const { status: recordedStatus, body: recordedBody } = recorded.answers[url] ?? {};
      const [now, before] = [body, recordedBody].map((any) => comparable(release, url, any));
      expect({ url, status, body: now }).toEqual({ url, status: recordedStatus, body: before });
    }
  });
});

/** Properties that a release did not have, by release and start of the path. */
const laterProperties: Record<string, Record<string, readonly string[]>> = {
  '1.0.0': {
    '/v1/': [
      'channel_ids',
      'external_id',
      'is_stale',
      'language',
      'last_seen_at',
      'participant_ids',
      'platform',
      'previous_rank',
      'shared_messages',
    ],
    '/v1/leaderboard': ['stream_count', 'total_minutes'],
    '/v1/events/': ['role'],
  },
  '1.1.0': {
    '/v1/': ['external_id', 'platform'],
    '/v1/leaderboard': ['language', 'stream_count', 'total_minutes'],
    '/v1/streamers': ['language'],
    '/v1/streams/live': ['language'],
    '/v1/games/': ['language'],
    '/v1/events/': ['language', 'role'],
  },
};

/** Properties that no release before this version had. */
const newProperties = ['known_since', 'subscriber_gain', 'subscribers'];

function withoutLaterProperties(release: string, url: string, body: unknown): unknown {
  const ofRelease = Object.entries(laterProperties[release] ?? {});
  const later = ofRelease
    .flatMap(([start, properties]) => (url.startsWith(start) ? properties : []))
    .concat(newProperties);
  return JSON.parse(JSON.stringify(body, (key, value: unknown) => (later.includes(key) ? undefined : value)));
}

/** The parts of a response that a release has in common with this version. */
function comparable(release: string, url: string, body: unknown): unknown {
  const common = withoutLaterProperties(release, url, body);
  // 1.0.0 counted a live stream up to now, not up to its last observation.
  if (release !== '1.0.0' || !url.endsWith('/thirty-day-stats')) return common;
  const { answers } = answersOf(release);
  const recent = answers[url.replace('thirty-day-stats', 'recent-streams?limit=20')]?.body;
  const isLive = (recent as { is_live: boolean }[]).some(({ is_live }) => is_live);
  return isLive ? { ...(common as object), total_minutes: undefined } : common;
}

/** Records this version as a release: `RECORD_RELEASE=on`, before it is tagged. */
const recording = process.env.RECORD_RELEASE === 'on' ? it : undefined;
recording?.('records the seed of this version in test/fixtures', async () => {
  const database = await createSeededDatabase();
  const at = new Date();
  const api = await TestApp.start({ databaseUrl: database.url, now: at });
  const { body } = await api.get<Board>('/v1/leaderboard');
  const ofStreamer = ['recent-streams', 'thirty-day-stats', 'stats?days=365', 'follower-graph', 'partners', 'events'];
  const paths = [
    '/v1/leaderboard?sort=watchtime&limit=50',
    ...seededPaths.filter((path) => path !== '/v1/status' && !path.includes('.svg')),
    ...body.items.flatMap(({ name }) => ofStreamer.map((path) => `/v1/streamer/${name}/${path}`)),
  ];
  const answers: RecordedAnswers['answers'] = {};
  for (const path of paths) {
    const { status, body: answer } = await api.get(path);
    answers[path] = { status, body: answer };
  }
  api.forgetAnswers();
  const shown = [...seededPaths, ...shownPages.map(([, path]) => path)];
  const reads = await captureStatements(api.app.get(PrismaService), async () => {
    for (const path of shown) await api.send('GET', path);
  });
  const migrations = await Promise.all((await listMigrations()).map((name) => readMigration(name)));
  const checksums = Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]));
  const write = (name: string, content: object) =>
    writeFileSync(releaseFile(version, name), gzipSync(JSON.stringify(content), { level: 9 }));
  rmSync(releaseFile(version, ''), { recursive: true, force: true });
  mkdirSync(releaseFile(version, ''));
  write('answers.json.gz', { at: at.toISOString(), answers });
  write('openapi.json.gz', createOpenApiDocument(api.app, { ...api.app.get(Config), apiTokens: [] }));
  writeFileSync(releaseFile(version, 'migrations.json'), `${JSON.stringify(checksums, null, 2)}\n`);
  writeFileSync(releaseFile(version, 'reads.sql'), readsText(reads));
  await withOwner(database.url, (client) => writeBackup(client, releaseFile(version, 'database.backup.gz')));
  await api.stop();
  await database.drop();
});
