import pg from 'pg';
import { inTransaction } from '../../src/database/in-transaction.js';
import { runImport } from '../../src/ingest/ingest.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { packSamples, unpackAll } from '../../src/jobs/pack/pack-samples.js';
import { planPrune, pruneSamples, PruneStep } from '../../src/jobs/prune/prune-samples.js';
import { refreshEventViewers } from '../../src/jobs/refresh/refresh-event-viewers.js';
import { StreamViewersRepository } from '../../src/streams/viewers/stream-viewers.repository.js';
import { expectDecided } from '../support/database/decided-again.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { captureStatements, explainRun } from '../support/database/query-plans.js';
import { inputsOf, Records } from '../support/data/records.js';
import { runCommand } from '../support/programs/run-command.js';
import { TestStore } from '../support/database/test-store.js';
import { runsOf, testSeed } from '../support/data/property-runs.js';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 30, 20);
/** All imported streams have ended by this time. */
const later = new Date('2030-01-01T00:00:00Z');

interface Sample {
  stream_id: string;
  created_at: Date;
  viewers: string;
  import_id: number | null;
}

describe('packed samples', () => {
  let store: TestStore;

  beforeEach(async () => {
    store = await TestStore.start();
    await store.data.client.query("SET TIME ZONE 'UTC'");
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await store.stop();
  });

  const iso = (ms: number) => new Date(ms).toISOString();
  const load = (records: Records, canUndo = true) => runImport(store.data.client, inputsOf(records), { canUndo });
  const streamOf = (id: string, from = start, to: number | null = start + 8 * 60 * minuteMs) => ({
    ...{ id, streamer_id: '1', started_at: iso(from) },
    ...(to === null ? {} : { ended_at: iso(to) }),
  });
  const streamer = { id: '1', login: 'ann', display_name: 'Ann' };
  const sample = (stream_id: string, at: number, viewers: number) => ({ stream_id, created_at: iso(at), viewers });
  const everyMinute = (id: string, count: number, from = start) =>
    Array.from({ length: count }, (_, i) => sample(id, from + i * minuteMs, 100 + (i % 7)));
  const rowsOf = async <Row extends object>(sql: string) => (await store.data.client.query<Row>(sql)).rows;
  const count = async (table: string) =>
    (await rowsOf<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count;
  const samples = () => rowsOf<Sample>('SELECT v.* FROM all_viewer_samples v ORDER BY v.stream_id, v.created_at');
  const partitions = async () =>
    (await rowsOf<{ name: string }>(`SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'viewer_samples'::regclass ORDER BY 1`)).map(({ name }) => name.slice('viewer_samples_'.length)); // prettier-ignore
  const besideImport = (rows: object[]) => rows.map((row) => ({ ...row, import_id: 0 }));
  const pack = (before = later) => packSamples(store.data.client, { before });

  it(`are equal to the original random samples (TEST_SEED=${testSeed})`, async () => {
    const random = new SeededRandom(testSeed);
    const ids = Array.from({ length: runsOf(200) }, (_, i) => String(100 + i));
    await load({ streamers: [streamer], streams: ids.map((id) => streamOf(id)) });
    // Several imports, so that samples of one stream have several import numbers.
    for (let turn = 0; turn < 3; turn++) {
      await load({ viewer_samples: ids.filter(() => random.chance(0.6)).flatMap((id) => randomSamples(random, id)) });
    }
    const before = await samples();
    const { streams, samples: packedCount } = await pack();
    expect(streams).toBeGreaterThan(ids.length / 4);
    expect(packedCount).toBe(await count('packed_samples k CROSS JOIN LATERAL unpack_samples(k) u'));
    expect(packedCount).toBe(
      (await rowsOf<{ n: number }>('SELECT sum(sample_count)::int AS n FROM packed_samples'))[0]?.n,
    );
    expect(await samples()).toEqual(before);
    await expectDecided(store.data.client);
    expect(await pack()).toEqual({ streams: 0, samples: 0, dropped: [] });
    expect(await unpackAll(store.data.client, () => {}, 7)).toBe(streams);
    await expectDecided(store.data.client);
    expect(await count('packed_samples')).toBe(0);
    expect(await rowsOf('SELECT v.* FROM viewer_samples v ORDER BY v.stream_id, v.created_at')).toEqual(before);
  });

  it('of a stream take at most 0.8 times the blocks of samples that are not packed, for its graph', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => String(100 + i));
    const minutes = Array.from({ length: 480 }, (_, i) => i);
    await load({ streamers: [streamer], streams: ids.map((id) => streamOf(id)) });
    // In the order of time, as a collector stores them.
    await load({
      viewer_samples: minutes.flatMap((i) => ids.map((id) => sample(id, start + i * minuteMs, 100 + (i % 7)))),
    });
    await store.data.client.query('ANALYZE');
    const viewers = new StreamViewersRepository(store.prisma);
    const blocksOfGraph = async () => {
      const statements = await captureStatements(store.prisma, () => viewers.findGraph(100n, 60));
      const plans = await Promise.all(statements.map((statement) => explainRun(store.prisma, statement)));
      return plans.reduce(
        (sum, [top]) => sum + (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0),
        0,
      );
    };
    const unpacked = await blocksOfGraph();
    await pack();
    await store.data.client.query('ANALYZE');
    expect(await blocksOfGraph()).toBeLessThanOrEqual(0.8 * unpacked);
  });

  it('belong only to streams that ended, and got their newest sample, before the moment', async () => {
    const end = start + 60 * minuteMs;
    await load({
      streamers: [streamer],
      streams: [
        ...[streamOf('10', start, end), streamOf('11', start, end + 1), streamOf('12', start, end)],
        streamOf('13', start + dayMs, null),
      ],
      viewer_samples: [
        ...['10', '11', '12', '13'].map((id) => sample(id, start, 5)),
        ...[sample('10', end, 6), sample('12', end + 1, 7)],
      ],
    });
    expect(await pack(new Date(end + 1))).toMatchObject({ streams: 1, samples: 2 });
    expect(await rowsOf('SELECT stream_id FROM packed_samples')).toEqual([{ stream_id: '10' }]);
    expect(await packSamples(store.data.client)).toMatchObject({ streams: 2, samples: 3 });
  });

  it('make the graph that the samples made, also with samples outside the time of the stream', async () => {
    const outside = [-minuteMs, 481 * minuteMs].map((ms) => sample('10', start + ms, 9_000));
    await load({ streamers: [streamer], streams: [streamOf('10')] });
    await load({ viewer_samples: [...everyMinute('10', 480), ...outside] });
    const graph = () => new StreamViewersRepository(store.prisma).findGraph(10n, 300);
    const points = await graph();
    expect(points?.points.length).toBe(96);
    await pack();
    expect(await graph()).toEqual(points);
  });

  it('exclude a stream with samples that are too far apart', async () => {
    const far = 2 ** 31;
    await load({
      streamers: [streamer],
      streams: ['10', '11', '12', '13'].map((id) => streamOf(id)),
      viewer_samples: [
        ...[sample('10', start, 0), sample('10', start + far, 0), sample('11', start, 0), sample('11', start + 1, far)],
        ...[sample('12', start, 0), sample('12', start + far - 1, far - 1), sample('13', start, 2 ** 53 - 1)],
      ],
    });
    const before = await samples();
    expect(await pack()).toMatchObject({ streams: 2, samples: 3 });
    expect(await samples()).toEqual(before);
  });

  it('use two bytes per step for differences up to 32,767 from the usual time or viewers, and four above', async () => {
    const most = 2 ** 15 - 1;
    // The usual time between two samples is a minute.
    const stepped = (id: string, lastMs: number, lastViewers: number) => [
      ...[sample(id, start, 40_000), sample(id, start + minuteMs, 40_000), sample(id, start + 2 * minuteMs, 40_000)],
      sample(id, start + 3 * minuteMs + lastMs, 40_000 + lastViewers),
    ];
    const steps = [0, most, -most, most + 1, -most - 1];
    await load({
      streamers: [streamer],
      streams: steps.flatMap((_, i) => [streamOf(`1${i}`), streamOf(`2${i}`)]),
      viewer_samples: steps.flatMap((step, i) => [...stepped(`1${i}`, step, 0), ...stepped(`2${i}`, 0, step)]),
    });
    const before = await samples();
    expect(await pack()).toMatchObject({ streams: 10, samples: 40 });
    expect(await samples()).toEqual(before);
    const bits = (name: string) =>
      `CASE WHEN k.${name} IS NOT NULL THEN 16 WHEN k.long_${name} IS NOT NULL THEN 32 ELSE 0 END AS ${name}`;
    const widths = await rowsOf(
      `SELECT ${bits('time_steps')}, ${bits('viewer_steps')} FROM packed_samples k ORDER BY k.stream_id`,
    );
    expect(widths).toEqual([
      ...[0, 16, 16, 32, 32].map((time_steps) => ({ time_steps, viewer_steps: 16 })),
      ...[16, 16, 16, 32, 32].map((viewer_steps) => ({ time_steps: 0, viewer_steps })),
    ]);
  });

  it('are unpacked by an import with another sample, and count in the figures with it', async () => {
    const [length, end] = [240, start + 8 * 60 * minuteMs];
    const records = { streamers: [streamer], streams: [streamOf('10'), streamOf('11')] };
    await load({ ...records, viewer_samples: [...everyMinute('10', length), ...everyMinute('11', length)] });
    await pack();
    const { kinds } = await load({
      viewer_samples: [sample('10', start, 100), sample('10', start + 1, 9), sample('10', end, 7)],
    });
    expect(kinds[0]).toMatchObject({ inserted: 2, updated: 0, unchanged: 1 });
    expect(await count('packed_samples')).toBe(1);
    const figures = 'SELECT s.* FROM streams s ORDER BY s.id';
    const [merged, all] = [await rowsOf(figures), besideImport(await samples())];
    expect(await pack()).toMatchObject({ streams: 1, samples: length + 2 });
    await store.data.clear();
    await load({
      ...records,
      viewer_samples: [
        ...[...everyMinute('10', length), ...everyMinute('11', length)],
        ...[sample('10', start + 1, 9), sample('10', end, 7)],
      ],
    });
    expect(besideImport(await samples())).toEqual(all);
    expect(besideImport(await rowsOf(figures))).toEqual(besideImport(merged));
  });

  it('keep no number of an import that cannot be undone', async () => {
    await load({ streamers: [streamer], streams: [streamOf('10'), streamOf('11')] });
    await load({ viewer_samples: [...everyMinute('10', 3), ...everyMinute('11', 3)] }, false);
    await load({ viewer_samples: everyMinute('10', 2, start + 10 * minuteMs) });
    await pack();
    expect((await samples()).map(({ import_id: id }) => id)).toEqual([null, null, null, 3, 3, null, null, null]);
  });

  it('leave no empty partition of the past, and no duplicates after a version without packing', async () => {
    await load({
      streamers: [streamer],
      streams: [streamOf('10', start, start + 3 * dayMs), streamOf('11', start + 1, null)],
      viewer_samples: [sample('10', start, 5), sample('10', start + 2 * dayMs, 6)],
    });
    expect(await partitions()).toEqual(['2026_01', '2026_02']);
    expect(await pack()).toEqual({
      streams: 1,
      samples: 2,
      dropped: ['viewer_samples_2026_01', 'viewer_samples_2026_02'],
    });
    expect(await partitions()).toEqual([]);
    await store.data.viewerSamples([{ stream_id: '10', created_at: new Date(start), viewers: 7 }]);
    expect(await pack()).toMatchObject({ streams: 1, samples: 2 });
    expect((await samples()).map(({ viewers }) => Number(viewers))).toEqual([7, 6]);
    await load({ viewer_samples: [sample('11', start + 1, 1)] });
    expect(await pack()).toEqual({ streams: 0, samples: 0, dropped: ['viewer_samples_2026_02'] });
    expect(await partitions()).toEqual(['2026_01']);
  });

  it('skip a partition with a long read, and do not block other readers', async () => {
    await load({ streamers: [streamer], streams: [streamOf('10')], viewer_samples: everyMinute('10', 3) });
    const [reader, other] = [new pg.Client(store.url), new pg.Client(store.url)];
    await reader.connect();
    await other.connect();
    try {
      await reader.query('BEGIN; SELECT FROM viewer_samples');
      await other.query("SET lock_timeout = '10s'");
      let isDone = false;
      const packing = pack().finally(() => (isDone = true));
      while (!isDone) expect((await other.query('SELECT FROM all_viewer_samples')).rowCount).toBe(3);
      expect(await packing).toEqual({ streams: 1, samples: 3, dropped: [] });
      await reader.query('COMMIT');
      expect(await pack()).toEqual({ streams: 0, samples: 0, dropped: ['viewer_samples_2026_01'] });
    } finally {
      await reader.end();
      await other.end();
    }
  });

  it('wait for the next run while an import runs, if the wait is limited', async () => {
    await load({ streamers: [streamer], streams: [streamOf('10')], viewer_samples: everyMinute('10', 3) });
    const importing = new pg.Client(store.url);
    await importing.connect();
    try {
      await importing.query('BEGIN; SELECT pg_advisory_xact_lock(7204061002)');
      const waited = await packSamples(store.data.client, { waitMs: 50 });
      expect(waited).toEqual({ streams: 0, samples: 0, dropped: [], isIncomplete: true });
      await importing.query('COMMIT');
      expect(await packSamples(store.data.client, { waitMs: 50 })).toMatchObject({ streams: 1, samples: 3 });
    } finally {
      await importing.end();
    }
  });

  it('are pruned, counted and planned like others', async () => {
    const cutoff = start + 10 * minuteMs;
    await load({
      streamers: [streamer],
      streams: ['10', '11', '12'].map((id) => streamOf(id)),
      viewer_samples: [...everyMinute('10', 30), ...everyMinute('11', 10), ...everyMinute('12', 5, cutoff)],
    });
    await pack();
    const figures = await rowsOf('SELECT s.* FROM streams s ORDER BY s.id');
    const kept = (await samples()).filter(({ created_at: at }) => at.getTime() >= cutoff);
    const steps: PruneStep[] = [{ partition: 'packed_samples', done: 'deleted', rows: 20 }];
    expect(await planPrune(store.data.client, new Date(cutoff))).toEqual(steps);
    const done: PruneStep[] = [];
    expect(await pruneSamples(store.data.client, new Date(cutoff), (step) => done.push(step))).toBe(20);
    expect(done).toEqual(steps);
    expect(await samples()).toEqual(kept);
    expect(await rowsOf(`SELECT row_count FROM data_summary WHERE kind = 'viewer_samples'`)).toEqual([
      { row_count: '25' },
    ]);
    // All figures are computed again, from the sums and the remaining samples.
    await load({ streams: ['10', '11', '12'].map((id) => ({ ...streamOf(id), title: 'x' })) });
    const beside = (rows: object[]) => rows.map((row) => ({ ...row, title: '', import_id: 0 }));
    expect(beside(await rowsOf('SELECT s.* FROM streams s ORDER BY s.id'))).toEqual(beside(figures));
    expect(await pruneSamples(store.data.client, later)).toBe(25);
    expect(await count('packed_samples')).toBe(0);
  });

  it('are dropped by month, and the figures of streams and events stay', async () => {
    const [from, cutoff] = [Date.UTC(2026, 0, 31, 23), Date.UTC(2026, 1, 1)];
    const month = Date.UTC(2026, 0, 5);
    const streams = [streamOf('10', month), streamOf('11', from, from + 2 * 60 * minuteMs)];
    await load({
      streamers: [streamer],
      streams,
      viewer_samples: [...everyMinute('10', 30, month), ...everyMinute('11', 120, from)],
      events: [{ id: '5', title: 'Cup', started_at: iso(month), ended_at: iso(from + 7_200_000), is_public: true }],
      event_streams: ['10', '11'].map((stream_id) => ({ event_id: '5', stream_id })),
    });
    await pack();
    let turn = 0;
    const figures = async () => {
      await store.data.client.query('UPDATE events SET figures_due = TRUE');
      await inTransaction(store.data.client, () => refreshEventViewers(store.data.client));
      // All figures are computed again.
      await load({ streams: streams.map((stream) => ({ ...stream, title: String(turn++) })) });
      const events = await rowsOf('SELECT e.avg_viewers, e.peak_viewers FROM events e');
      return {
        events,
        streams: await rowsOf(
          'SELECT s.avg_viewers, s.peak_viewers, s.watchtime, s.sample_count FROM streams s ORDER BY s.id',
        ),
      };
    };
    const before = await figures();
    const steps: PruneStep[] = [
      { partition: 'packed_samples_2026_01', done: 'dropped', rows: 30 },
      { partition: 'packed_samples', done: 'deleted', rows: 60 },
    ];
    expect(await planPrune(store.data.client, new Date(cutoff))).toEqual(steps);
    const done: PruneStep[] = [];
    expect(await pruneSamples(store.data.client, new Date(cutoff), (step) => done.push(step))).toBe(90);
    expect(done).toEqual(steps);
    expect((await samples()).map(({ created_at: at }) => at.getTime())).toEqual(
      everyMinute('11', 60, cutoff).map(({ created_at: at }) => Date.parse(at)),
    );
    expect(await figures()).toEqual(before);
  });

  it('are forgotten with their streamer', async () => {
    await load({ streamers: [streamer], streams: [streamOf('10')], viewer_samples: everyMinute('10', 3) });
    await pack();
    expect((await forgetStreamer(store.data.client, 'ann')).removed).toContainEqual({
      table: 'viewer_samples',
      rows: 3,
    });
    expect(await samples()).toEqual([]);
  });

  it('are packed and unpacked by the command', async () => {
    await load({ streamers: [streamer], streams: [streamOf('10')], viewer_samples: everyMinute('10', 3) });
    expect(await runCommand(store.url, ['pack'])).toEqual({
      code: 0,
      output:
        'viewer_samples_2026_01: dropped, because all of its samples are packed.\nPacked 3 viewer samples of 1 stream.\n',
      errors: '',
    });
    expect(await runCommand(store.url, ['pack', '--undo'])).toEqual({
      ...{ code: 0, output: 'Unpacked the viewer samples of 1 stream.\n', errors: '' },
    });
    expect(await count('packed_samples')).toBe(0);
  });

  /** Regular samples, samples with jitter or gaps, and arbitrary ones. Viewers change slightly or strongly. */
  function randomSamples(random: SeededRandom, id: string): object[] {
    const step = random.pick([1, 1_000, minuteMs, 3_600_000]);
    const jitter = random.pick([0, 0, 1, 500, 40_000]);
    const most = random.pick([1, 10, 40_000, 2 ** 31 - 1, 2 ** 53 - 1]);
    const at = new Map<number, number>();
    let moment = start + random.integer(-5, 5) * minuteMs;
    for (let i = random.integer(1, 60); i > 0; i--) {
      moment += step * (random.chance(0.1) ? random.integer(1, 30) : 1);
      at.set(moment + random.integer(-jitter, jitter), Math.floor(random.next() * most));
    }
    return [...at].map(([ms, viewers]) => sample(id, ms, viewers));
  }
});
