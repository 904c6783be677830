import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { withOwner } from '../../src/database/owner-client.js';
import { CliProcess } from '../support/programs/cli-process.js';
import { databaseState } from '../support/database/database-state.js';
import { faultSeed, kills } from '../support/database/fault-settings.js';
import { killAfter } from '../support/programs/killed-command.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

const times = Math.min(kills, Math.max(5, kills / 4));

/** Lines from other programs, and attempts to run SQL. */
const foreignLines = [
  'COMMIT;',
  'DROP TABLE streams;',
  'SET ROLE postgres;',
  '\\! id',
  'SELECT pg_sleep(1);',
  '\\.',
  '',
];

describe('a restore', () => {
  let seeded: TestDatabase;
  let target: TestDatabase;
  const targets: TestDatabase[] = [];
  let folder: string;
  let backup: Buffer;
  const random = new SeededRandom(faultSeed);

  beforeAll(async () => {
    console.log(`FAULT_SEED=${faultSeed}`);
    folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-backups-'));
    seeded = await createSeededDatabase();
    target = await emptyDatabase();
    const file = path.join(folder, 'whole.backup.gz');
    await CliProcess.run(seeded.url, ['backup', file]);
    backup = readFileSync(file);
  });

  afterAll(async () => {
    await seeded.drop();
    for (const database of targets) await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** A database without any tables. */
  async function emptyDatabase(): Promise<TestDatabase> {
    const database = await createTestDatabase('template1');
    targets.push(database);
    return database;
  }

  const damages: Record<string, () => Buffer> = {
    'is cut off': () => backup.subarray(0, random.integer(0, backup.length - 1)),
    'has a flipped bit': () => {
      const flipped = Buffer.from(backup);
      // The checksum does not cover the time and the system in the header, nor the padding of the last byte before it.
      const at = random.integer(10, backup.length - 10);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << random.integer(0, 7)), at);
      return flipped;
    },
    'has a foreign line': () => {
      const lines = gunzipSync(backup).toString().split('\n');
      lines.splice(random.integer(0, lines.length - 1), 0, random.pick(foreignLines));
      return gzipSync(lines.join('\n'));
    },
  };

  it.each(Object.keys(damages))(
    'exits with 1 if the file %s, and does not change the database',
    async (name) => {
      for (let i = 0; i < times; i++) {
        const file = path.join(folder, 'damaged.backup.gz');
        writeFileSync(file, (damages[name] as () => Buffer)());
        const command = CliProcess.start(target.url, ['restore', file]);
        expect(await command.ended).toBe(1);
        expect(command.output + command.errors).toMatch(/ cannot be restored: it /);
        expect(await withOwner(target.url, databaseState)).toEqual({});
      }
    },
    300_000 + kills * 30_000,
  );

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'does not change the database if it gets %s, and succeeds the next time',
    async (signal) => {
      target = await emptyDatabase();
      const file = path.join(folder, 'whole.backup.gz');
      for (let i = 0; i < times; i++) {
        await killAfter(target.url, ['restore', file], {}, random.next() * 2_000, signal);
        const left = await withOwner(target.url, databaseState);
        if (Object.keys(left).length > 0) break;
      }
      const left = await withOwner(target.url, databaseState);
      if (Object.keys(left).length === 0) await CliProcess.run(target.url, ['restore', file]);
      expect(await withOwner(target.url, databaseState)).toEqual(await withOwner(seeded.url, databaseState));
    },
    300_000 + kills * 30_000,
  );

  it(
    'finds no partial file after an interrupted backup',
    async () => {
      const whole = readdirSync(folder);
      for (let i = 0; i < times; i++) {
        const file = path.join(folder, `interrupted-${i}.backup.gz`);
        await killAfter(seeded.url, ['backup', file], {}, random.next() * 1_500, 'SIGINT');
        expect([[], [path.basename(file)]]).toContainEqual(readdirSync(folder).filter((name) => !whole.includes(name)));
        rmSync(file, { force: true });
      }
    },
    300_000 + kills * 30_000,
  );
});
