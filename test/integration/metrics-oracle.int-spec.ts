import { inTransaction } from '../../src/database/in-transaction.js';
import { runImport, ImportSummary } from '../../src/ingest/ingest.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { pruneSamples } from '../../src/jobs/prune/prune-samples.js';
import { refreshEventViewers } from '../../src/jobs/refresh/refresh-event-viewers.js';
import { GamesRepository } from '../../src/games/games.repository.js';
import { leaderboardMetrics } from '../../src/leaderboard/boards.js';
import { LeaderboardRepository } from '../../src/leaderboard/leaderboard.repository.js';
import { Clock } from '../../src/clock/clock.js';
import { loadConfig } from '../../src/config/environment.js';
import { Clients } from '../../src/http/request/clients.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { EventFiguresService } from '../../src/events/figures/event-figures.service.js';
import { EventsRepository } from '../../src/events/events.repository.js';
import { EventsService } from '../../src/events/events.service.js';
import { StreamOutlinesRepository } from '../../src/streams/detail/stream-outlines.repository.js';
import { StreamsRepository } from '../../src/streams/detail/streams.repository.js';
import { StreamsService } from '../../src/streams/detail/streams.service.js';
import { StreamReportsRepository } from '../../src/streams/reports/stream-reports.repository.js';
import { StreamReportsService } from '../../src/streams/reports/stream-reports.service.js';
import { StreamerRepository } from '../../src/streamer/streamer.repository.js';
import { StreamDetailsRepository } from '../../src/streams/detail/stream-details.repository.js';
import { toViewerPoint } from '../../src/streams/viewers/viewer-point.response.js';
import { granularitySeconds } from '../../src/streams/viewers/graph-range.js';
import { StreamViewersRepository } from '../../src/streams/viewers/stream-viewers.repository.js';
import { windowEndingAt } from '../../src/figures/windows.js';
import * as oracle from '../support/data/metrics-oracle.js';
import { expectDecided } from '../support/database/decided-again.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { TestStore } from '../support/database/test-store.js';
import { inputsOf, Records } from '../support/data/records.js';
import { readEntries } from '../support/data/read-entries.js';
import { runsOf, testSeed } from '../support/data/property-runs.js';

const random = new SeededRandom(testSeed);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
// The data spans the end of a month.
const month = Date.UTC(2026, 5, 1);
const now = month + 10 * hourMs;

interface Stream extends oracle.OracleMember {
  id: string;
  streamerId: string;
  samples: oracle.OracleSample[];
}

interface Event {
  id: string;
  start: number;
  end: number | null;
  streams: Stream[];
  markers: { at: number; title: string }[];
}

describe(`figures of random data, compared with a second implementation (TEST_SEED=${testSeed})`, () => {
  let store: TestStore;

  beforeAll(async () => {
    store = await TestStore.start();
  });

  afterEach(() => expectDecided(store.data.client));

  afterAll(() => store.stop());

  const load = (records: Records): Promise<ImportSummary> => runImport(store.data.client, inputsOf(records));
  const figuresOf = async (table: 'streams' | 'events') => {
    const columns =
      table === 'streams' ? 's.avg_viewers, s.peak_viewers, s.watchtime' : 's.avg_viewers, s.peak_viewers';
    const { rows } = await store.data.client.query<Record<string, string | null>>(
      `SELECT s.id, ${columns} FROM ${table === 'streams' ? 'current_streams' : table} s ORDER BY s.id`,
    );
    return rows;
  };

  describe('of streams and events', () => {
    const streams = Array.from({ length: runsOf(1_000) }, (_, i) => randomStream(String(10_001 + i), String(1 + i)));
    const sets = Array.from({ length: 4 }, (_, count) => pickStreams(streams, count + 1));
    const events = Array.from({ length: runsOf(300) }, (_, i) =>
      randomEvent(String(1 + i), random.chance(0.5) ? random.pick(sets) : pickStreams(streams, random.integer(0, 4))),
    );
    const alone = streams.slice(0, runsOf(300)).map((stream, i): Event => ({
      id: String(1_001 + i),
      start: stream.start,
      end: stream.end,
      streams: [stream],
      markers: [],
    }));

    beforeAll(async () => {
      const { outside, ...summary } = await load({
        streamers: streams.map(({ streamerId: id }) => ({ id, login: `s${id}`, display_name: id })),
        streams: streams.map(streamRecord),
        viewer_samples: streams.flatMap(sampleRecords),
        events: [...events, ...alone].map(eventRecord),
        event_streams: [...events, ...alone].flatMap(({ id, streams: of }) =>
          of.map((stream) => ({ event_id: id, stream_id: stream.id, role: stream.role })),
        ),
      }).then((done) => ({ ...done, outside: done.kinds.find(({ kind }) => kind === 'viewer_samples')?.outside }));
      await load({
        event_markers: events.flatMap(({ id, markers }) =>
          markers.map(({ at, title }) => ({ id: title, event_id: id, title, timestamp: iso(at), color: '#000000' })),
        ),
      });
      expect(summary).toMatchObject({ committed: true, rejected: 0 });
      const isOutside =
        ({ start, end }: Stream) =>
        ({ at }: oracle.OracleSample) =>
          at < start || at > (end ?? Infinity);
      expect(outside).toBe(streams.flatMap((stream) => stream.samples.filter(isOutside(stream))).length);
      await inTransaction(store.data.client, () => refreshEventViewers(store.data.client));
    });

    const expectFigures = async () => {
      expect(await figuresOf('streams')).toEqual(
        streams.map((stream) => textsOf({ id: stream.id, ...oracle.streamFigures(stream) })),
      );
      expect(await figuresOf('events')).toEqual(
        [...events, ...alone].map((event) => textsOf({ id: event.id, ...oracle.eventFigures(event, event.streams) })),
      );
    };

    it('are equal', expectFigures);

    /** Compares the figures of parts of streams and events. Samples before `cutoff` are pruned. */
    const expectParts = async (cutoff = -Infinity) => {
      const { reports, eventFigures } = servicesAt(store, now);
      const prunedUntil = ({ start, end, samples }: Stream) =>
        Math.max(
          -Infinity,
          ...samples.map(({ at }) => at).filter((at) => at >= start && at <= (end ?? at) && at < cutoff),
        );
      for (const stream of streams.slice(0, runsOf(200))) {
        const last = Math.max(stream.start, stream.end ?? lastSample(stream) ?? now);
        const cuts = [
          ...new Set([stream.start, last, ...Array.from({ length: 3 }, () => random.integer(stream.start, last))]),
        ];
        const bounds = cuts.sort((a, b) => a - b);
        let watchtime = 0;
        for (const [i, to] of bounds.slice(1).entries()) {
          const from = bounds[i] as number;
          const { minutes, ...stats } = await reports.findStats(stream.id, { from, to });
          const expected = oracle.rangeFigures(stream, from, to, prunedUntil(stream));
          expect(stats).toEqual({ from: iso(from), to: iso(to), ...expected });
          expect(minutes).toBe(Math.floor((to - from) / minuteMs));
          watchtime += stats.watchtime ?? 0;
        }
        const whole = await reports.findStats(stream.id);
        const isStored = prunedUntil(stream) === -Infinity && (whole.watchtime ?? 0) < 2 ** 50;
        if (isStored) expect(Math.abs(watchtime - (whole.watchtime ?? 0))).toBeLessThanOrEqual(bounds.length);
        expect(whole).toMatchObject(numbersOf(oracle.streamFigures(stream)));
      }
      for (const event of events.slice(0, runsOf(150))) {
        const known = oracle.knownUntil(event.streams);
        const pruned = Math.max(-Infinity, ...event.streams.map(prunedUntil));
        const segments = await eventFigures.listSegments(event.id);
        const end = event.end ?? Math.max(known ?? -Infinity, event.start);
        const expected = segmentsOf(event).map(({ title, from, to }, i, all) => {
          const until = to ?? (known === null ? null : Math.max(from, end));
          const figures = oracle.segmentFigures([from, until ?? from], i === all.length - 1, event.streams);
          const unknown = Object.fromEntries(Object.keys(figures).map((name) => [name, null]));
          return {
            ...{ title, from: iso(from), to: until === null ? null : iso(until) },
            minutes: until === null ? null : Math.floor((until - from) / minuteMs),
            ...(from < pruned ? unknown : figures),
            // Totals beyond 2^53 are compared as floating-point numbers.
            ...(from >= pruned && figures.peak_viewers === Number.MAX_SAFE_INTEGER && { peak_at: expect.any(String) }),
          };
        });
        expect(segments).toEqual(expected);
        if (event.markers.length === 0 && event.start >= pruned) {
          const { avg_viewers, peak_viewers } = segments[0]!;
          expect({ avg_viewers, peak_viewers }).toEqual(numbersOf(oracle.eventFigures(event, event.streams)));
        }
        expect(await eventFigures.listStreams(event.id)).toMatchObject(
          event.streams
            .toSorted((one, other) => one.start - other.start || Number(one.id) - Number(other.id))
            .map((stream) => {
              const figures = oracle.segmentFigures([event.start, end], true, [stream], known);
              const isPruned = Math.max(stream.start, event.start) < prunedUntil(stream);
              const { avg_viewers, peak_viewers, watchtime } = isPruned ? nothing : figures;
              return { id: stream.id, role: stream.role, avg_viewers, peak_viewers, watchtime };
            }),
        );
        const name = random.pick(Object.keys(granularitySeconds) as (keyof typeof granularitySeconds)[]);
        const partMs = granularitySeconds[name] * 1_000;
        const to = Math.min(
          event.end ?? Infinity,
          now,
          // The end of a stream is included.
          Math.max(event.start, ...event.streams.map((one) => (one.end === null ? now : one.end + 0.5))),
        );
        if (pruned === -Infinity) {
          expect(await eventFigures.listGraph(event.id, name)).toEqual(
            oracle.eventGraph({ from: event.start, to, partMs, now }, event.streams),
          );
        }
      }
    };

    it('are equal in ranges, segments and graphs of events', () => expectParts());

    const packAll = () => packSamples(store.data.client, { before: new Date(now + 400 * 24 * hourMs) });

    it('are equal after the samples of ended streams are packed', async () => {
      const { streams: count } = await packAll();
      expect(count).toBeGreaterThan(0.3 * streams.length);
      await expectParts();
      await store.data.client.query('UPDATE events SET figures_due = TRUE');
      await inTransaction(store.data.client, () => refreshEventViewers(store.data.client));
      await load({ streams: streams.map((stream) => ({ ...streamRecord(stream), title: 'Settled again' })) });
      await expectFigures();
    });

    it('are equal for a stream and an event with the same times', async () => {
      const [ofStreams, ofEvents] = [await figuresOf('streams'), (await figuresOf('events')).slice(events.length)];
      expect(ofEvents.map(({ avg_viewers, peak_viewers }) => [avg_viewers, peak_viewers])).toEqual(
        ofStreams.slice(0, alone.length).map(({ avg_viewers, peak_viewers }) => [avg_viewers, peak_viewers]),
      );
    });

    it('are equal in viewer graphs, and no point exceeds the peak', async () => {
      const repository = new StreamViewersRepository(store.prisma);
      for (const stream of streams) {
        const seconds = random.pick(Object.values(granularitySeconds));
        const rows = (await repository.findGraph(BigInt(stream.id), seconds))?.points;
        const points = oracle.viewerGraph(stream, seconds * 1_000);
        expect(rows?.map(toViewerPoint)).toEqual(points);
        // Some samples are at the bounds of parts.
        const boundOf = (part: number) => stream.start + part * seconds * 1_000;
        const [from, to] = [boundOf(random.integer(0, 3)), boundOf(random.integer(3, 12))];
        const range = await repository.findGraph(BigInt(stream.id), seconds, { from, to });
        expect(range?.points.map(toViewerPoint)).toEqual(
          points.filter(({ created_at: at }) => at >= iso(from) && at < iso(to)),
        );
        expect(range?.peak).toEqual(oracle.peakBetween(stream, from, to));
        const peak = Number(oracle.streamFigures(stream).peak_viewers ?? 0);
        expect(Math.max(0, ...(rows ?? []).map(({ viewers }) => viewers))).toBeLessThanOrEqual(peak);
      }
    });

    it('stay after samples are pruned, and continue with later samples', async () => {
      const cutoffs = [month - random.integer(0, 6) * hourMs - 1, month + random.integer(0, 6 * hourMs)];
      for (const cutoff of cutoffs) {
        await pruneSamples(store.data.client, new Date(cutoff));
        await store.data.client.query('UPDATE events SET figures_due = TRUE');
        await inTransaction(store.data.client, () => refreshEventViewers(store.data.client));
        await expectFigures();
        await expectParts(cutoff);
        for (const stream of streams.filter(() => random.chance(0.5))) addSamples(stream, cutoff);
        // A live stream can end some time after its last observation.
        for (const stream of streams.filter(({ end }) => end === null && random.chance(0.3))) {
          stream.end =
            Math.max(stream.start, cutoff, ...stream.samples.map(({ at }) => at)) + random.integer(0, hourMs);
        }
        await load({ streams: streams.map(streamRecord), viewer_samples: streams.flatMap(sampleRecords) });
        await inTransaction(store.data.client, () => refreshEventViewers(store.data.client));
        await expectFigures();
        await packAll();
      }
    });
  });

  it('are equal on boards and in thirty day stats', async () => {
    const stats = new StreamerRepository(store.prisma);
    const board = new LeaderboardRepository(store.prisma);
    const games = new GamesRepository(store.prisma);
    const details = new StreamDetailsRepository(store.prisma);
    for (let turn = 0; turn < runsOf(20); turn++) {
      await store.data.clear();
      const channels = Array.from({ length: random.integer(1, 12) }, (_, i) => randomChannel(i + 1));
      await load({
        streamers: channels.map(({ id }) => ({ id, login: `s${id}`, display_name: id })),
        streams: channels.flatMap(({ records }) => records),
        viewer_samples: channels.flatMap(({ samples }) => samples),
        follower_points: channels.flatMap(({ id, followers }) =>
          followers.map(({ at, followers: count }) => ({ streamer_id: id, created_at: iso(at), followers: count })),
        ),
      });
      await store.data.refreshBoard(new Date(now));
      for (const { id, broadcasts } of channels) {
        expect(await stats.findWindowStats(id, windowEndingAt(new Date(now)))).toEqual(
          oracle.thirtyDayStats(broadcasts, now),
        );
        const week = { from: now - 14 * 24 * hourMs, to: now - 7 * 24 * hourMs };
        expect(await stats.findWindowStats(id, week, new Date(now))).toEqual(
          oracle.thirtyDayStats(broadcasts, now, week),
        );
        for (const window of [week, windowEndingAt(new Date(now), 60)]) {
          expect(await details.findStreamerCoverage(BigInt(id), window)).toEqual({
            ...oracle.coverage(broadcasts.filter(({ start }) => start >= window.from && start < window.to)),
            watched_since: null,
          });
        }
      }
      const ranks = oracle.gameRanks(channels, now);
      expect(await games.rankGames(0, 100)).toEqual(ranks.map(({ game }) => game));
      for (const { game, streamers } of ranks) {
        expect(await games.listStreamers(game.name, 100)).toMatchObject(streamers);
      }
      const expected = oracle.boardEntries(channels, now);
      for (const metric of leaderboardMetrics) {
        const entries = await readEntries(board, metric, 0, 200);
        expect(entries.map(({ id }) => id)).toEqual(oracle.ranked(expected, metric));
        expect(entries.sort((a, b) => Number(a.id) - Number(b.id))).toMatchObject(
          expected.map((entry) => ({ ...entry, name: `s${entry.id}`, display_name: entry.id })),
        );
      }
    }
  });
});

/** Small figures with means at halves, ordinary figures, and figures with sums above 2^53. */
function randomViewers(): bigint {
  if (random.chance(0.03)) return 2n ** 53n - 1n - BigInt(random.integer(0, 3));
  return BigInt(random.chance(0.5) ? random.integer(0, 4) : random.integer(0, 100_000));
}

/** Full minutes and moments near full minutes. Many streams share some moments. */
function randomMoment(): number {
  const minute = random.chance(0.3) ? random.pick([-60, -1, 0, 1, 5, 60]) : random.integer(-480, 480);
  return month + minute * minuteMs + random.pick([0, 0, 0, 1, 29_999, 59_999]);
}

function randomStream(id: string, streamerId: string): Stream {
  const start = randomMoment();
  const end = random.chance(0.3)
    ? null
    : start + random.pick([0, 1, minuteMs, random.integer(0, 8 * hourMs), 4 * hourMs]);
  const at = new Set<number>();
  const many = random.pick([0, 1, 2, random.integer(3, 12), 12]);
  const edges = [start, end ?? start].flatMap((edge) => [edge - 1, edge, edge + 1]);
  while (at.size < many)
    at.add(random.chance(0.4) ? random.pick(edges) : randomMoment() + (random.chance(0.5) ? 0 : 7));
  if (many === 12) for (let i = 0; i < 30; i++) at.add(start + i * 5 * minuteMs);
  const role = random.pick(['official', 'co_stream', null] as const);
  return {
    id,
    streamerId,
    start,
    end,
    role,
    samples: [...at].map((moment) => ({ at: moment, viewers: randomViewers() })),
  };
}

/** Further samples, all later than every pruned sample. */
function addSamples(stream: Stream, cutoff: number): void {
  const known = new Set(stream.samples.map(({ at }) => at));
  for (let i = random.integer(1, 3); i > 0; i--) {
    const at = cutoff + random.integer(0, 6 * hourMs);
    if (!known.has(at)) stream.samples.push({ at, viewers: randomViewers() });
    known.add(at);
  }
}

function pickStreams(all: readonly Stream[], count: number): Stream[] {
  return [...new Set(Array.from({ length: count }, () => random.pick(all)))];
}

function randomEvent(id: string, streams: Stream[]): Event {
  const [first] = streams;
  const start = first && random.chance(0.3) ? first.start : randomMoment();
  const length = random.pick([0, minuteMs, random.integer(0, 10 * hourMs)]);
  const ends = [start + length, ...(first?.end != null && first.end >= start ? [first.end] : [])];
  const markers = Array.from({ length: random.pick([0, 0, 1, 3]) }, (_, i) => ({
    at: random.chance(0.2) ? start : start + random.integer(-1, 10) * (length / 8 || minuteMs),
    title: `${id}00${i}`,
  }));
  return { id, start, end: random.chance(0.2) ? null : random.pick(ends), streams, markers: markers.map(wholeMs) };
}

/** The bounds of the segments of an event. The last one of an event without an end has no end. */
function segmentsOf({ start, end, markers }: Event) {
  const titles = new Map<number, string | null>([[start, null]]);
  for (const { at, title } of markers.toSorted((one, other) => one.at - other.at)) {
    if (at <= start || at < (end ?? Infinity)) titles.set(Math.max(at, start), title);
  }
  const bounds = [...titles.keys()];
  return bounds.map((from, i) => ({ title: titles.get(from) ?? null, from, to: bounds[i + 1] ?? end }));
}

function wholeMs<Marker extends { at: number }>(marker: Marker): Marker {
  return { ...marker, at: Math.floor(marker.at) };
}

/** The services of the server at a moment. */
function servicesAt({ prisma }: TestStore, moment: number) {
  const clock = Object.assign(new Clock(), { now: () => new Date(moment) });
  const config = loadConfig({ DATABASE_URL: 'postgresql://unused' });
  const uncached = loadConfig({ DATABASE_URL: 'postgresql://unused', CACHE_TTL_SECONDS: '0' });
  const streams = new StreamsService(
    new StreamsRepository(prisma),
    new StreamDetailsRepository(prisma),
    new StreamOutlinesRepository(prisma),
    clock,
  );
  const events = new EventsRepository(prisma);
  const eventsService = new EventsService(events, undefined as never, clock, new Clients(config), config);
  return {
    reports: new StreamReportsService(new StreamReportsRepository(prisma), streams, clock, config),
    eventFigures: new EventFiguresService(
      eventsService,
      events,
      new ResponseCache(uncached, clock, undefined as never),
      new Clients(config),
      clock,
    ),
  };
}

const nothing = { avg_viewers: null, peak_viewers: null, watchtime: null };

function numbersOf(figures: object) {
  const numbers = Object.entries(figures).map(([name, value]) => [name, value === null ? null : Number(value)]);
  return Object.fromEntries(numbers) as Record<string, number | null>;
}

function lastSample({ start, end, samples }: Stream): number | undefined {
  const counting = samples.map(({ at }) => at).filter((at) => at >= start && at <= (end ?? at));
  return counting.sort((a, b) => a - b).at(-1);
}

/** A channel with streams inside, outside and at the edges of the window. Several can be imported as live. */
function randomChannel(number: number) {
  const id = String(number);
  const windowMs = 30 * 24 * hourMs;
  const starts = [now - windowMs, now - windowMs - 1, now, now - 1, now - 5 * hourMs];
  const given = Array.from({ length: random.integer(0, 5) }, (_, i) => {
    const start = random.chance(0.3) ? random.pick(starts) : now - random.integer(0, windowMs + 48 * hourMs);
    const end = random.chance(0.4) ? null : start + random.pick([0, 59_999, random.integer(0, 48 * hourMs)]);
    const samples = Array.from({ length: random.pick([0, 0, 1, 3]) }, (_sample, j) => ({
      at: start + j * 17 * minuteMs + random.integer(-minuteMs, 16 * minuteMs),
      viewers: randomViewers(),
    }));
    const counts = samples.filter(({ at }) => at >= start).map(({ at }) => at);
    const peak = randomViewers();
    const game = random.pick(['Chess', 'Go', 'chess', ' ']);
    const own = random.chance(0.5) && { avg_viewers: peak / 2n, peak_viewers: peak, watchtime: randomViewers() };
    return {
      ...{ id: BigInt(number * 100 + i), start, end, samples, own, game },
      ...{ avg_viewers: null, peak_viewers: null, watchtime: null },
      observed: counts.length > 0 ? Math.max(...counts) : null,
    };
  });
  const broadcasts = oracle
    .endOvertaken(given)
    .map((stream) => ({ ...stream, ...(stream.own || oracle.streamFigures(stream)) }));
  const moments = new Set(
    Array.from({ length: random.integer(0, 4) }, () => now - random.integer(-1, 2) * (windowMs / 2)),
  );
  return {
    id,
    broadcasts,
    followers: [...moments].map((at) => ({ at, followers: random.integer(0, 1_000) })),
    records: given.map((stream) => ({
      ...streamRecord({ ...stream, id: String(stream.id), streamerId: id }),
      game_name: stream.game,
      ...(stream.own && Object.fromEntries(Object.entries(stream.own).map(([name, value]) => [name, Number(value)]))),
    })),
    samples: given.flatMap((stream) => sampleRecords({ id: String(stream.id), samples: stream.samples })),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function streamRecord({ id, streamerId, start, end }: Omit<Stream, 'role'>): object {
  return { id, streamer_id: streamerId, started_at: iso(start), ended_at: end === null ? null : iso(end) };
}

function sampleRecords({ id, samples }: Pick<Stream, 'id' | 'samples'>): object[] {
  return samples.map(({ at, viewers }) => ({ stream_id: id, created_at: iso(at), viewers: Number(viewers) }));
}

function eventRecord({ id, start, end }: Event): object {
  return { id, title: id, started_at: iso(start), ended_at: end === null ? null : iso(end), is_public: true };
}

/** The JavaScript form of PostgreSQL's bigint. */
function textsOf(figures: Record<string, bigint | string | null>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value?.toString() ?? null]));
}
