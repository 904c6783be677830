import { runImport } from '../../src/ingest/ingest.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { pruneSamples } from '../../src/jobs/prune/prune-samples.js';
import { expectDecided } from '../support/database/decided-again.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { inputsOf, pagesInput, Records } from '../support/data/records.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { runsOf, testSeed } from '../support/data/property-runs.js';

interface Sample {
  at: number;
  viewers: number;
}

interface Known {
  id: string;
  first_sampled_at: Date | null;
  last_sampled_at: Date | null;
  last_viewers: number | null;
  sample_count: number;
  largest_gap_seconds: number | null;
}

interface Figures {
  avg_viewers: number | null;
  peak_viewers: number | null;
  watchtime: number | null;
}

const base = Date.parse('2026-02-27T00:00:00.000Z');
const hour = (hours: number) => new Date(base + hours * 3_600_000);
const iso = (hours: number) => hour(hours).toISOString();
const streamers = ['1', '2'].map((id) => ({ id, login: `login_${id}`, display_name: `Name ${id}` }));
const ids = ['10', '11', '12', '20', '21'];

const database = databaseWhileTesting();

describe(`stored sample statistics of streams (TEST_SEED=${testSeed})`, () => {
  /** The pruned samples of each stream. */
  let pruned: Map<string, Sample[]>;

  beforeEach(async () => {
    pruned = new Map();
    await run({ streamers });
  });

  const run = async (records: Records) => (await runImport(database.client, inputsOf(records))).id;
  const runPage = async (at: Date, ...data: object[]) => {
    return (
      await runImport(database.client, [pagesInput([{ at: at.toISOString(), data, pagination: {} }], hour(1_000))])
    ).id;
  };

  const stored = async (): Promise<Known[]> => {
    const { rows } = await database.client.query<Known>(
      `SELECT s.id, s.first_sampled_at, s.last_sampled_at, s.last_viewers::int, COALESCE(s.sample_count, 0)::int AS sample_count,
        s.largest_gap_seconds::int
      FROM current_streams s ORDER BY s.id`,
    );
    return rows;
  };

  /** Average, peak and watchtime of the streams whose figures come from samples. */
  const storedFigures = async (): Promise<(Figures & { id: string })[]> => {
    const { rows } = await database.client.query<Figures & { id: string }>(
      `SELECT s.id, s.avg_viewers::int, s.peak_viewers::int, s.watchtime::int
      FROM current_streams s WHERE s.figures_from_samples ORDER BY s.id`,
    );
    return rows;
  };

  /** Statistics computed from each sample of a stream's time. */
  const counted = async (): Promise<{ known: Known; figures: Figures }[]> => {
    const { rows: streams } = await database.client.query<{ id: string; started_at: Date; ended_at: Date | null }>(
      'SELECT s.id, s.started_at, s.ended_at FROM streams s ORDER BY s.id',
    );
    const { rows: samples } = await database.client.query<{ stream_id: string; created_at: Date; viewers: string }>(
      'SELECT v.stream_id, v.created_at, v.viewers FROM viewer_samples v',
    );
    return streams.map(({ id, started_at, ended_at }) => {
      const gone = pruned.get(id) ?? [];
      const [start, end] = [started_at.getTime(), ended_at?.getTime() ?? Infinity];
      const after = Math.max(-Infinity, ...gone.map(({ at }) => at));
      const left = samples
        .filter((sample) => sample.stream_id === id)
        .map((sample) => ({ at: sample.created_at.getTime(), viewers: Number(sample.viewers) }))
        .filter(({ at }) => at >= start && at <= end && at > after);
      const all = [...gone, ...left].toSorted((a, b) => a.at - b.at);
      const endMs = ended_at?.getTime();
      return { known: { id, ...knownOf(all, start, endMs) }, figures: figuresOf(all, endMs) };
    });
  };

  const prune = async (cutoff: Date) => {
    const { rows } = await database.client.query<{ stream_id: string; created_at: Date; viewers: string }>(
      `SELECT v.stream_id, v.created_at, v.viewers FROM viewer_samples v JOIN streams s ON s.id = v.stream_id
      WHERE v.created_at < $1 AND v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity')`,
      [cutoff],
    );
    for (const id of new Set(rows.map((row) => row.stream_id))) {
      const before = pruned.get(id) ?? [];
      const after = Math.max(-Infinity, ...before.map(({ at }) => at));
      const now = rows
        .filter((row) => row.stream_id === id)
        .map((row) => ({ at: row.created_at.getTime(), viewers: Number(row.viewers) }))
        .filter(({ at }) => at > after);
      pruned.set(id, [...before, ...now]);
    }
    await pruneSamples(database.client, cutoff);
  };

  /** Streams of 40 hours, some with an end, and samples inside and outside of their time. */
  const randomImport = (random: SeededRandom, latest: number): Promise<number> => {
    const chosen = ids.filter(() => random.chance(0.6));
    if (random.chance(0.6)) {
      const one = (id: string) => ({ ...pageStream(id), viewer_count: random.integer(0, 9) });
      // Pages of a collector are in order. Pages from before the start of a stream are refused.
      return runPage(hour(random.chance(0.7) ? latest : random.integer(2, 60)), ...chosen.map(one));
    }
    const toStream = (id: string) => ({
      ...streamOf(id),
      ...(random.chance(0.3) ? { ended_at: iso(startOf(id) + 40) } : {}),
      ...(random.chance(0.2) ? { avg_viewers: 3 } : {}),
    });
    const toSample = (id: string) => ({
      stream_id: id,
      created_at: iso(random.integer(-2, 60)),
      viewers: random.integer(0, 9),
    });
    return run({
      streams: ids.map(toStream),
      ...(chosen.length > 0 ? { viewer_samples: [...chosen, ...chosen].map(toSample) } : {}),
    });
  };

  const expectAll = async () => {
    await expectDecided(database.client);
    const expected = await counted();
    expect(await stored()).toEqual(expected.map(({ known }) => known));
    const figures = await storedFigures();
    const ofThese = expected.filter(({ known }) => figures.some(({ id }) => id === known.id));
    expect(figures).toEqual(ofThese.map(({ known, figures }) => ({ id: known.id, ...figures })));
  };

  it('match a computation from all samples, for any import, undo and prune', async () => {
    const random = new SeededRandom(testSeed);
    await run({ streams: ids.map(streamOf) });
    const steps = runsOf(40);
    for (let step = 0; step < steps; step++) {
      const id = await randomImport(random, 20 + step);
      await expectAll();
      if (random.chance(0.2)) await undoImport(database.client, id);
      if (step > steps / 2 && random.chance(0.2)) await prune(hour(random.integer(0, 30)));
      await expectAll();
    }
    expect((await stored()).some(({ sample_count }) => sample_count > 5)).toBe(true);
  });

  describe('with samples after the known samples', () => {
    const samples = (...hours: number[]) =>
      hours.map((at) => ({ stream_id: '21', created_at: iso(at), viewers: 3 + Math.floor(at % 5) }));

    beforeEach(async () => {
      await run({ streams: ids.map(streamOf) });
      await run({ viewer_samples: samples(0.5, 2, 12, 13) });
    });

    it('continue from the stored values', async () => {
      for (const at of [14, 17, 17.5]) {
        await run({ viewer_samples: samples(at) });
        await expectAll();
      }
      expect((await stored()).at(-1)).toMatchObject({ sample_count: 6, largest_gap_seconds: 36_000 });
    });

    it('count a sample once that a capture and a file of one import both have', async () => {
      const page = { at: iso(14), data: [{ ...pageStream('21'), viewer_count: 4 }], pagination: {} };
      const files = inputsOf({ viewer_samples: [{ ...samples(14)[0], viewers: 9 }, ...samples(15, 15)] });
      await runImport(database.client, [pagesInput([page], hour(1_000)), ...files]);
      await expectAll();
    });

    it('count a moment once that a file has twice', async () => {
      await run({ viewer_samples: [...samples(14, 15), { ...samples(14)[0], viewers: 9 }, ...samples(16)] });
      await expectAll();
    });

    it('count the new viewers of the last known sample', async () => {
      await run({ viewer_samples: [{ ...samples(13)[0], viewers: 99 }] });
      await expectAll();
      expect((await stored()).at(-1)).toMatchObject({ sample_count: 3, last_viewers: 99 });
    });

    it('count a sample at the start and at the end of the stream', async () => {
      await run({ viewer_samples: [...samples(15), ...[1, 16].map((at) => ({ ...samples(at)[0], viewers: 50 }))] });
      await run({ streams: [{ ...streamOf('21'), ended_at: iso(16) }], viewer_samples: samples(17) });
      await expectAll();
      expect((await stored()).at(-1)).toMatchObject({ first_sampled_at: hour(1), last_sampled_at: hour(16) });
    });

    it('count the samples on both sides of a moved start', async () => {
      await run({ streams: [{ ...streamOf('21'), started_at: iso(0.25) }], viewer_samples: samples(15) });
      await expectAll();
      await run({ streams: [{ ...streamOf('21'), started_at: iso(3) }], viewer_samples: samples(16) });
      await expectAll();
    });

    it('count from the first sample if some are earlier', async () => {
      await run({ viewer_samples: samples(13.5, 12.5) });
      await expectAll();
      await run({ viewer_samples: samples(11, 20) });
      await expectAll();
    });
  });
});

/** The start hour. Streams of a streamer begin one hour after each other. */
function startOf(id: string): number {
  return Number(id.at(-1));
}

function streamOf(id: string): object {
  return { id, streamer_id: id.slice(0, 1), started_at: iso(startOf(id)) };
}

function pageStream(id: string): object {
  const user = id.slice(0, 1);
  return { id, user_id: user, user_login: `login_${user}`, user_name: 'Name', started_at: iso(startOf(id)) };
}

/** A sample holds until the next one, the last one until the end. */
function figuresOf(sorted: Sample[], end: number | undefined): Figures {
  if (sorted.length === 0) return { avg_viewers: null, peak_viewers: null, watchtime: null };
  const held = sorted.map(({ at }, i) => (sorted[i + 1]?.at ?? end ?? at) - at);
  const time = held.reduce((sum, ms) => sum + ms, 0);
  const viewerMs = sorted.reduce((sum, { viewers }, i) => sum + viewers * (held[i] ?? 0), 0);
  const peak = Math.max(...sorted.map(({ viewers }) => viewers));
  const average = time === 0 ? peak : Math.round(viewerMs / time);
  return { avg_viewers: average, peak_viewers: peak, watchtime: Math.round(viewerMs / 60_000) };
}

function knownOf(sorted: Sample[], start: number, end: number | undefined): Omit<Known, 'id'> {
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) {
    return {
      first_sampled_at: null,
      last_sampled_at: null,
      last_viewers: null,
      sample_count: 0,
      largest_gap_seconds: null,
    };
  }
  const moments = [start, ...sorted.map(({ at }) => at), end ?? last.at];
  const gaps = moments.slice(1).map((at, i) => at - (moments[i] ?? at));
  return {
    first_sampled_at: new Date(first.at),
    last_sampled_at: new Date(last.at),
    last_viewers: last.viewers,
    sample_count: sorted.length,
    largest_gap_seconds: Math.round(Math.max(...gaps) / 1000),
  };
}
