import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CollectStore } from '../../src/collect/collect-store.js';
import { packPiece } from '../../src/collect/spool/observation.js';
import { recomputeStreams, runImport } from '../../src/ingest/ingest.js';
import { openSession } from '../../src/ingest/session.js';
import { inTransaction } from '../../src/database/in-transaction.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { planPrune, pruneSamples, PruneStep } from '../../src/jobs/prune/prune-samples.js';
import { rememberStreams } from '../../src/jobs/prune/remember-samples.js';
import { refreshEventViewers } from '../../src/jobs/refresh/refresh-event-viewers.js';
import { expectDecided } from '../support/database/decided-again.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { inputsOf } from '../support/data/records.js';
import { runCommand, RunningCommand } from '../support/programs/run-command.js';
import { until } from '../support/until.js';

const cutoff = new Date('2026-03-10T00:00:00.000Z');

let database: TestDatabase;
let client: pg.Client;
let others: pg.Client[];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  others = [];
  client = await connect();
  await client.query(`INSERT INTO streamers (id, login, display_name) VALUES (1, 'ann', 'Ann')`);
  await client.query(`
    INSERT INTO streams (id, streamer_id, started_at) VALUES (1, 1, '2026-01-05T00:00:00Z')`);
  for (const month of ['01', '02', '03', '04']) {
    const next = String(Number(month) + 1).padStart(2, '0');
    await client.query(`
      CREATE TABLE viewer_samples_2026_${month} PARTITION OF viewer_samples
      FOR VALUES FROM ('2026-${month}-01T00:00:00Z') TO ('2026-${next}-01T00:00:00Z')`);
  }
  // One per hour: 744 + 672 + 744 + 720.
  await client.query(`
    INSERT INTO viewer_samples (stream_id, created_at, viewers)
    SELECT 1, t, 5 FROM generate_series('2026-01-01T00:00:00Z', '2026-04-30T23:00:00Z', interval '1 hour') t`);
  await client.query(`
    INSERT INTO data_summary (kind, row_count, newest, changed_at)
    VALUES ('viewer_samples', 2880, '2026-04-30T23:00:00Z', '2026-05-01T00:00:00Z'), ('streams', 1, NULL, now())`);
  await inTransaction(client, async () => {
    await openSession(client);
    await client.query('INSERT INTO changed_streams (stream_id) VALUES (1)');
    await recomputeStreams(client);
  });
});

afterEach(() => expectDecided(client));

afterEach(async () => {
  jest.restoreAllMocks();
  for (const other of others) await other.end();
  await database.empty();
});

async function connect(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: database.url });
  other.on('error', () => {});
  await other.connect();
  await other.query("SET TIME ZONE 'UTC'");
  others.push(other);
  return other;
}

async function rowsOf<Row>(sql: string): Promise<Row[]> {
  return (await client.query(sql)).rows as Row[];
}

const tables = async () =>
  (await rowsOf<{ name: string }>(`SELECT relname AS name FROM pg_class WHERE relname ~ '^viewer_samples_\\d{4}_\\d\\d$' ORDER BY 1`)).map(({ name }) => name.slice(-2)); // prettier-ignore
const samples = async () => Number((await rowsOf<{ n: string }>('SELECT count(*) AS n FROM viewer_samples'))[0]?.n);
const counted = async () =>
  Number((await rowsOf<{ n: string }>(`SELECT row_count AS n FROM data_summary WHERE kind = 'viewer_samples'`))[0]?.n);

/** The files of the partitions of some months and of their indexes. */
const filesOf = async (months: string[]) =>
  (
    await rowsOf<{ file: string }>(`
      SELECT pg_relation_filepath(c.oid) AS file FROM pg_class c
      WHERE c.relname ~ '^viewer_samples_2026_(${months.join('|')})(_pkey)?$'`)
  ).map(({ file }) => file);
const sizeOf = async (files: string[]) => {
  const sql = 'SELECT sum(COALESCE((pg_stat_file(f, TRUE)).size, 0))::int AS bytes FROM unnest($1::text[]) f';
  return (await client.query<{ bytes: number }>(sql, [files])).rows[0]?.bytes;
};

/** An open transaction that has read the samples. */
async function startReading(): Promise<pg.Client> {
  const reader = await connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM viewer_samples');
  return reader;
}

describe('pruneSamples', () => {
  it('drops whole partitions and deletes the rest, up to the cutoff', async () => {
    const steps: PruneStep[] = [];
    const files = await filesOf(['01', '02']);
    expect(await sizeOf(files)).toBeGreaterThan(100_000);
    expect(await pruneSamples(client, cutoff, (step) => steps.push(step))).toBe(744 + 672 + 216);
    expect(await sizeOf(files)).toBe(0);
    expect(steps).toEqual([
      { partition: 'viewer_samples_2026_01', done: 'dropped', rows: 744 },
      { partition: 'viewer_samples_2026_02', done: 'dropped', rows: 672 },
      { partition: 'viewer_samples_2026_03', done: 'deleted', rows: 216 },
    ]);
    expect(await tables()).toEqual(['03', '04']);
    expect(await rowsOf('SELECT min(created_at) AS first FROM viewer_samples')).toEqual([{ first: cutoff }]);
    expect(await counted()).toBe(await samples());
  });

  it('does nothing the second time', async () => {
    await pruneSamples(client, cutoff);
    const summary = await rowsOf('SELECT * FROM data_summary');
    expect(await pruneSamples(client, cutoff)).toBe(0);
    expect(await rowsOf('SELECT * FROM data_summary')).toEqual(summary);
  });

  it('drops a partition that ends at the cutoff, and keeps the partition that begins there', async () => {
    expect(await pruneSamples(client, new Date('2026-02-01T00:00:00Z'))).toBe(744);
    expect(await tables()).toEqual(['02', '03', '04']);
  });

  it('keeps a packed sample at the cutoff', async () => {
    const sample = (hour: number) => ({ stream_id: '20', created_at: `2026-02-05T0${hour}:00:00Z`, viewers: hour });
    await runImport(
      client,
      inputsOf({
        streamers: [{ id: '2', login: 'bob', display_name: 'Bob' }],
        streams: [{ id: '20', streamer_id: '2', started_at: '2026-02-05T00:00:00Z', ended_at: '2026-02-05T03:00:00Z' }],
        viewer_samples: [0, 1, 2].map(sample),
      }),
    );
    await packSamples(client, { before: new Date('2026-02-06T00:00:00Z') });
    const last = new Date(sample(2).created_at);
    const step: PruneStep = { partition: 'packed_samples', done: 'deleted', rows: 2 };
    expect(await planPrune(client, last)).toContainEqual(step);
    const steps: PruneStep[] = [];
    await pruneSamples(client, last, (one) => steps.push(one));
    expect(steps).toContainEqual(step);
    expect(await rowsOf('SELECT v.created_at, v.viewers FROM all_viewer_samples v WHERE v.stream_id = 20')).toEqual([
      { created_at: last, viewers: '2' },
    ]);
  });

  it('stores no newest sample after all are removed', async () => {
    await pruneSamples(client, new Date('2030-01-01T00:00:00Z'));
    expect(await rowsOf(`SELECT row_count, newest FROM data_summary WHERE kind = 'viewer_samples'`)).toEqual([
      { row_count: '0', newest: null },
    ]);
  });

  it('does not block readers during a long read, and drops the emptied partitions later', async () => {
    const reader = await startReading();
    const pruning = pruneSamples(client, cutoff);
    const other = await connect();
    await other.query("SET lock_timeout = '10s'");
    let reads = 0;
    for (let isOver = false; !isOver; reads++) {
      await other.query('SELECT count(*) FROM viewer_samples');
      isOver = await Promise.race([pruning.then(() => true), sleep(10).then(() => false)]);
    }
    expect(await pruning).toBe(744 + 672 + 216);
    expect(reads).toBeGreaterThan(0);
    expect([await tables(), await counted()]).toEqual([['01', '02', '03', '04'], await samples()]);
    await reader.query('COMMIT');
    expect(await pruneSamples(client, cutoff)).toBe(0);
    expect(await tables()).toEqual(['03', '04']);
  });
});

describe('figures after pruning', () => {
  const records = {
    streamers: [{ id: '2', login: 'bob', display_name: 'Bob' }],
    streams: [{ id: '20', streamer_id: '2', started_at: '2026-03-09T12:00:00Z' }],
    events: [{ id: '5', title: 'Cup', started_at: '2026-03-09T12:00:00Z', is_public: true }],
    event_streams: [{ event_id: '5', stream_id: '20' }],
  };
  const sample = (created_at: string, viewers: number) => ({ stream_id: '20', created_at, viewers });
  const load = async (more: object) => {
    await runImport(client, inputsOf(more));
    await inTransaction(client, () => refreshEventViewers(client));
  };
  const figures = async () =>
    rowsOf(`
      SELECT s.avg_viewers::int, s.peak_viewers::int, s.watchtime::int, e.avg_viewers::int AS event_avg,
        e.peak_viewers::int AS event_peak
      FROM current_streams s CROSS JOIN events e WHERE s.id = 20`);
  const of = (avg_viewers: number, peak_viewers: number, watchtime: number) => [
    { avg_viewers, peak_viewers, watchtime, event_avg: avg_viewers, event_peak: peak_viewers },
  ];

  beforeEach(async () => {
    const viewer_samples = [sample('2026-03-09T12:00:00Z', 100), sample('2026-03-09T13:00:00Z', 400)];
    await load({ ...records, viewer_samples: [...viewer_samples, sample('2026-03-09T14:00:00Z', 40)] });
    expect(await figures()).toEqual(of(250, 400, 30_000));
    await pruneSamples(client, cutoff);
    expect(await rowsOf('SELECT FROM viewer_samples v WHERE v.stream_id = 20')).toEqual([]);
  });

  it('stay when the end of the event, or the stream, is imported again', async () => {
    await load(records);
    expect(await figures()).toEqual(of(250, 400, 30_000));
    await load({ events: [{ ...records.events[0], ended_at: '2026-03-09T14:00:00.001Z' }] });
    expect(await figures()).toEqual(of(250, 400, 30_000));
  });

  it('continue with new samples, and the last pruned sample holds until then', async () => {
    await load({ viewer_samples: [sample('2026-03-10T14:00:00Z', 999)] });
    // (100 + 400 + 24 * 40) / 26 = 56.15
    expect(await figures()).toEqual(of(56, 999, 87_600));
  });

  it('count a sample once that was pruned in two runs', async () => {
    await load({ viewer_samples: [sample('2026-03-10T14:00:00Z', 999)] });
    await pruneSamples(client, new Date('2026-03-11T00:00:00Z'));
    await load({ streams: [{ ...records.streams[0], ended_at: '2026-03-10T15:00:00Z' }] });
    expect(await rowsOf('SELECT s.sample_count FROM streams s WHERE s.id = 20')).toEqual([{ sample_count: '4' }]);
  });

  it('continue to the end of the stream', async () => {
    await load({ streams: [{ ...records.streams[0], ended_at: '2026-03-09T15:00:00Z' }] });
    expect(await figures()).toEqual(of(180, 400, 32_400));
  });

  it('stay when the stream ended before its last pruned sample', async () => {
    await load({ streams: [{ ...records.streams[0], ended_at: '2026-03-09T13:30:00Z' }] });
    expect(await figures()).toEqual(of(250, 400, 30_000));
  });

  it('of an event include the last pruned sample within the time of a moved stream only', async () => {
    const moved = { started_at: '2026-03-09T15:00:00Z', ended_at: '2026-03-09T16:00:00Z' };
    await load({ streams: [{ ...records.streams[0], ...moved }] });
    // (100 + 400 + 40) / 3
    expect(await figures()).toMatchObject([{ event_avg: 180, event_peak: 400 }]);
  });

  it('end with the last pruned sample if the channel has a newer stream', async () => {
    await load({ streams: [{ id: '21', streamer_id: '2', started_at: '2026-03-12T00:00:00Z' }] });
    expect(await rowsOf('SELECT s.ended_at FROM streams s WHERE s.id = 20')).toEqual([
      { ended_at: new Date('2026-03-09T14:00:00Z') },
    ]);
    expect(await figures()).toEqual(of(250, 400, 30_000));
  });

  it('ignore a sample before a pruned sample, even after it is pruned itself', async () => {
    await load({ viewer_samples: [sample('2026-03-09T13:30:00Z', 5_000)] });
    expect(await figures()).toEqual(of(250, 400, 30_000));
    await pruneSamples(client, cutoff);
    await load(records);
    expect(await figures()).toEqual(of(250, 400, 30_000));
  });

  it('are the same before and after the samples are deleted', async () => {
    await client.query('DELETE FROM pruned_samples p WHERE p.stream_id = 20; DELETE FROM pruned_event_samples');
    await load({ viewer_samples: [sample('2026-03-09T12:00:00Z', 10), sample('2026-03-09T13:00:00Z', 30)] });
    expect(await figures()).toEqual(of(10, 30, 600));
    const find = 'INSERT INTO streams_to_prune (stream_id) SELECT 20 WHERE $1::timestamptz IS NOT NULL';
    for (let run = 0; run < 2; run++) await inTransaction(client, () => rememberStreams(client, find, cutoff));
    await load({ ...records, viewer_samples: [sample('2026-03-10T13:00:00Z', 30)] });
    expect(await figures()).toEqual(of(29, 30, 43_800));
  });

  it('are kept when an event gets a stream whose samples are pruned', async () => {
    const late = { ...records.events[0], id: '6', title: 'Late' };
    await load({ events: [late], event_streams: [{ event_id: '6', stream_id: '20' }] });
    expect(await rowsOf('SELECT e.avg_viewers, e.figures_due FROM events e WHERE e.id = 6')).toEqual([
      { avg_viewers: null, figures_due: false },
    ]);
  });
});

describe('the command', () => {
  let output: string;

  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2026-06-15T12:00:00Z'), doNotFake: ['performance', 'setTimeout'] });
  });

  afterEach(() => void jest.useRealTimers());

  async function run(...args: string[]): Promise<number> {
    const ran = await runCommand(database.url, ['prune', ...args]);
    output = ran.errors + ran.output;
    return ran.code;
  }

  it('removes samples older than an age', async () => {
    expect(await run('--older-than', '97d')).toBe(0);
    expect(output.split('\n')).toEqual([
      'viewer_samples_2026_01: 744 samples dropped.',
      'viewer_samples_2026_02: 672 samples dropped.',
      'viewer_samples_2026_03: 228 samples deleted.',
      'Removed 1,644 viewer samples from before 2026-03-10T12:00:00.000Z.',
      expect.stringMatching(/^Size of the database: \d+ MB before, \d+ MB after\.$/),
      '',
    ]);
    expect(await counted()).toBe(2880 - 1644);
  });

  it('reports the steps and changes nothing in a dry run', async () => {
    expect(await run('--older-than', '14w', '--dry-run')).toBe(0);
    expect(output).toBe(
      [
        'viewer_samples_2026_01: 744 samples would be dropped.',
        'viewer_samples_2026_02: 672 samples would be dropped.',
        'viewer_samples_2026_03: 204 samples would be deleted.',
        'Dry run: 1,620 viewer samples from before 2026-03-09T12:00:00.000Z would be removed.\n',
      ].join('\n'),
    );
    expect(await samples()).toBe(2880);
    expect(await counted()).toBe(2880);
  });

  it('waits for a running import', async () => {
    const importing = await connect();
    await importing.query('BEGIN');
    await importing.query('SELECT pg_advisory_xact_lock(7204061002)');
    const running = new RunningCommand(database.url, ['prune', '--older-than', '97d']);
    await until(() => running.errors !== '');
    expect(running.errors).toBe('Another import is running; waiting for it to finish.\n');
    expect(running.output).toBe('');
    expect(await samples()).toBe(2880);
    await importing.query('COMMIT');
    await running.ended;
    expect(await counted()).toBe(2880 - 1644);
  });

  it.each(['400', '12m', '0d'])('refuses --older-than %j as bad usage', async (age) => {
    expect(await run('--older-than', age)).toBe(2);
    expect(output).toMatch('h, d or w, such as 400d');
  });

  type Live = [stream: string, channel: string, title: string];

  /** Stores complete sweeps of these streams, or profiles of channels. */
  async function observe(...observations: { at: string; live?: Live[]; profiles?: string[] }[]): Promise<void> {
    const store = new CollectStore(database.url, 'twitch');
    for (const { at, live = [], profiles } of observations) {
      const streams = live.map(([id, user_id, title]) => ({
        ...{ id, user_id, user_login: `name${user_id}`, user_name: `Name${user_id}`, title, viewer_count: 5 },
        started_at: '2026-05-31T00:00:00Z',
      }));
      const users = profiles?.map((id) => ({ id, login: `name${id}`, display_name: `Name${id}` }));
      const items =
        users?.map((item) => ({ shape: 'user' as const, item })) ??
        streams.map((item) => ({ shape: 'stream' as const, item }));
      const head = users ? { kind: 'facts' as const, at } : { kind: 'sweep' as const, at, knownImport: 1_000 };
      await store.save({ head, pieces: [packPiece(items)] });
    }
    store.end();
  }

  it('removes what was observed after a time, and shows it before in a dry run', async () => {
    await observe(
      {
        at: '2026-06-01T00:00:00Z',
        live: [
          ['20', '2', 'Right'],
          ['30', '3', 'Right'],
        ],
      },
      {
        at: '2027-06-01T00:00:00Z',
        live: [
          ['20', '2', 'Wrong'],
          ['40', '4', 'Wrong'],
        ],
      },
    );
    const removed = {
      viewer_samples: 2,
      stream_changes: 2,
      streams: 1,
      streamers: 1,
    };
    const lines = (done: string) =>
      Object.entries(removed).map(([table, rows]) => `${table}: ${rows} row${rows === 1 ? '' : 's'} ${done}.`);
    const state = () =>
      rowsOf(`
        SELECT s.id, s.title, s.ended_at, s.end_reason, l.observed_at, (SELECT o.observed_at FROM newest_observation o) AS newest,
          (SELECT w.swept_at FROM collector_sweeps w) AS swept_at,
          (SELECT count(*) FROM streamers u WHERE u.id = s.streamer_id) AS streamers
        FROM streams s LEFT JOIN live_streams l ON l.stream_id = s.id WHERE s.id > 1 ORDER BY s.id`);
    const before = await state();
    expect(before).toHaveLength(3);
    const time = ['--newer-than', '2026-06-01T02:00:00+02:00'];
    expect(await run(...time, '--dry-run')).toBe(0);
    expect(output.trim().split('\n')).toEqual([...lines('would be removed'), 'Dry run: nothing was changed.']);
    expect(await state()).toEqual(before);
    expect(await run(...time)).toBe(0);
    expect(output.trim().split('\n')).toEqual([...lines('removed'), expect.stringMatching(/^The leaderboard now has/)]);
    const at = new Date('2026-06-01T00:00:00Z');
    const live = { title: 'Right', ended_at: null, end_reason: null, observed_at: at, newest: at, swept_at: at };
    expect(await state()).toEqual(['20', '30'].map((id) => ({ id, ...live, streamers: '1' })));
    expect(await run(...time)).toBe(0);
    expect(output).toMatch(/^Found no observations after 2026-06-01T00:00:00\.000Z\./);
  });

  it('keeps streamers that were observed before the time, or that a file brought', async () => {
    await runImport(client, inputsOf({ streamers: [{ id: '6', login: 'name6', display_name: 'Name6' }] }));
    await observe(
      { at: '2026-06-01T00:00:00Z', profiles: ['4'] },
      { at: '2027-06-01T00:00:00Z', profiles: ['6'] },
      {
        at: '2027-06-01T00:05:00Z',
        live: [
          ['40', '4', 'Wrong'],
          ['50', '5', 'Wrong'],
          ['60', '6', 'Wrong'],
        ],
      },
    );
    expect(await run('--newer-than', '2026-06-01T02:00:00Z')).toBe(0);
    expect(await rowsOf('SELECT u.id FROM streamers u ORDER BY u.id')).toEqual([{ id: '1' }, { id: '4' }, { id: '6' }]);
    expect(await rowsOf('SELECT s.id FROM streams s')).toEqual([{ id: '1' }]);
    expect(await rowsOf('SELECT w.external_id AS id FROM watched_channels w ORDER BY 1')).toEqual([
      { id: '4' },
      { id: '6' },
    ]);
  });

  it.each(['2026-06-01', '2026-06-01T00:00:00', '1d', '2026-13-01T00:00:00Z'])(
    'refuses --newer-than %j as bad usage',
    async (time) => {
      expect(await run('--newer-than', time)).toBe(2);
      expect(output).toMatch('It must be a time with a zone, such as 2026-11-22T07:00:00Z.');
    },
  );

  it('requires either an age or a time', async () => {
    expect(await run()).toBe(2);
    expect(output).toMatch('Set --older-than or --newer-than.');
    expect(await run('--older-than', '97d', '--newer-than', '2026-06-01T00:00:00Z')).toBe(2);
  });
});
