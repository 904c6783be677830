import fc from 'fast-check';
import { refreshEventViewers } from '../../src/commands/refresh/refresh-event-viewers.js';
import { toViewerPoint } from '../../src/streams/dto/viewer-point.response.js';
import { granularitySeconds } from '../../src/streams/graph-granularity.js';
import { StreamViewersRepository } from '../../src/streams/stream-viewers.repository.js';
import { Factories } from '../support/factories.js';
import { eventFigures, OracleStream, viewerGraph } from '../support/metrics-oracle.js';
import { TestStore } from '../support/test-store.js';

interface ObservedStream {
  startMs: number;
  endMs: number | null;
  samples: { atMs: number; viewers: number }[];
}

/** So that a failure can be had again: TEST_SEED sets it. */
const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);

// Two partitions meet in the middle of what happens.
const monthMs = Date.UTC(2026, 5, 1);
const minuteMs = 60_000;
const mostMinutes = 600;

const moment = fc
  .oneof(fc.integer({ min: -mostMinutes, max: mostMinutes }), fc.constantFrom(-60, 0, 1, 5, 60))
  .chain((minute) => fc.constantFrom(0, 0, 0, 1, 29_999, 59_999).map((ms) => monthMs + minute * minuteMs + ms));

// Small figures, so that means fall on halves, and some that no 64 bits hold the products of.
const viewers = fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 100_000 }), fc.constant(2 ** 50));

const observedStream: fc.Arbitrary<ObservedStream> = fc
  .record({
    startMs: moment,
    lengthMs: fc.option(fc.oneof(fc.nat({ max: mostMinutes * minuteMs }), fc.constantFrom(0, 1, 300_000, 3_600_000))),
    samples: fc.uniqueArray(fc.record({ atMs: moment, viewers }), { maxLength: 12, selector: ({ atMs }) => atMs }),
    edges: fc.uniqueArray(fc.constantFrom(-1, 0, 1), { maxLength: 2 }),
  })
  .map(({ startMs, lengthMs, samples, edges }) => {
    const endMs = lengthMs === null ? null : startMs + lengthMs;
    const atEdges = edges.flatMap((ms) => [startMs + ms, (endMs ?? startMs) + ms]);
    const known = new Map([...atEdges.map((atMs): [number, number] => [atMs, 7]), ...samples.map(pairOf)]);
    return { startMs, endMs, samples: [...known].map(([atMs, count]) => ({ atMs, viewers: count })) };
  });

const observedEvent = fc
  .record({ startMs: moment, lengthMs: fc.option(fc.oneof(fc.nat({ max: mostMinutes * minuteMs }), fc.constant(0))) })
  .map(({ startMs, lengthMs }) => ({ startMs, endMs: lengthMs === null ? null : startMs + lengthMs }));

// The last sample of the live one holds until the other one has ended, which is later than all samples.
const anHour = { startMs: monthMs, endMs: monthMs + 60 * minuteMs };
const liveStream = { startMs: monthMs, endMs: null, samples: [{ atMs: monthMs + minuteMs, viewers: 10 }] };
const endedStream = {
  startMs: monthMs,
  endMs: monthMs + 10 * minuteMs,
  samples: [{ atMs: monthMs + 2 * minuteMs, viewers: 4 }],
};

describe(`viewer figures of random data (TEST_SEED=${seed})`, () => {
  let store: TestStore;
  let data: Factories;

  beforeAll(async () => {
    store = await TestStore.start();
    data = store.data;
  });

  afterAll(() => store.stop());

  const insert = async (streams: ObservedStream[]): Promise<string[]> => {
    const { id: streamer_id } = await data.streamer();
    const rows = await data.streams(
      streams.map(({ startMs, endMs }) => ({
        streamer_id,
        started_at: new Date(startMs),
        ended_at: endMs === null ? null : new Date(endMs),
      })),
    );
    await data.viewerSamples(
      streams.flatMap(({ samples }, index) =>
        samples.map(({ atMs, viewers: count }) => ({
          stream_id: rows[index]?.id ?? '',
          created_at: new Date(atMs),
          viewers: count,
        })),
      ),
    );
    return rows.map(({ id }) => id);
  };

  it('of a stream are as the definition of the viewer graph says', async () => {
    const repository = new StreamViewersRepository(store.prisma);
    await fc.assert(
      fc.asyncProperty(observedStream, async (stream) => {
        const [id = ''] = await insert([stream]);
        for (const seconds of Object.values(granularitySeconds)) {
          const rows = await repository.listViewerPoints(BigInt(id), seconds);
          expect(rows?.map(toViewerPoint)).toEqual(viewerGraph(toOracle(stream), seconds * 1000));
        }
      }),
      { numRuns: 100, seed },
    );
  });

  it('of an event are as the definition says', async () => {
    const streamsOfEvent = fc.array(observedStream, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(observedEvent, streamsOfEvent), { minLength: 1, maxLength: 3 }),
        async (events) => {
          await data.clear();
          for (const [{ startMs, endMs }, streams] of events) {
            const ended_at = endMs === null ? null : new Date(endMs);
            await data.event({ started_at: new Date(startMs), ended_at }, await insert(streams));
          }
          expect(await refreshEventViewers(data.client)).toBe(events.length);
          expect(await figuresOf(data)).toEqual(
            events.map(([{ startMs, endMs }, streams]) =>
              toNumbers(eventFigures({ start: startMs, end: endMs }, streams.map(toOracle))),
            ),
          );
        },
      ),
      { numRuns: 60, seed, examples: [[[[anHour, [liveStream, endedStream]]]]] },
    );
  });
});

function toOracle({ startMs, endMs, samples }: ObservedStream): OracleStream {
  return {
    start: startMs,
    end: endMs,
    samples: samples.map(({ atMs, viewers: count }) => ({ at: atMs, viewers: BigInt(count) })),
  };
}

function toNumbers({ avg_viewers, peak_viewers }: ReturnType<typeof eventFigures>) {
  const toNumber = (figure: bigint | null) => (figure === null ? null : Number(figure));
  return { avg_viewers: toNumber(avg_viewers), peak_viewers: toNumber(peak_viewers) };
}

function pairOf(sample: ObservedStream['samples'][number]): [number, number] {
  return [sample.atMs, sample.viewers];
}

async function figuresOf({ client }: Factories) {
  const { rows } = await client.query<{ avg_viewers: number | null; peak_viewers: number | null }>(
    `SELECT e.avg_viewers::float8 AS avg_viewers, e.peak_viewers::float8 AS peak_viewers FROM events e
    WHERE NOT e.figures_due ORDER BY e.id`,
  );
  return rows;
}
