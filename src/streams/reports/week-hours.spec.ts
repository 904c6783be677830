import fc from 'fast-check';
import * as oracle from '../../../test/support/data/metrics-oracle.js';
import { createOffsetAt } from '../../figures/calendar.js';
import { WeekHours } from './week-hours.js';
import { propertyRuns } from '../../../test/support/data/property-runs.js';

const minuteMs = 60_000;

/** The changes of the clocks in Berlin, in New York, and on Lord Howe Island, by half an hour. */
const changes = [
  '2026-03-29T01:00Z',
  '2026-10-25T01:00Z',
  '2026-03-08T07:00Z',
  '2026-11-01T06:00Z',
  '2026-04-04T15:00Z',
];

/** A stream around a change, with gaps between its samples. A live stream was observed for some time after its last sample. */
const stream = fc
  .record({
    change: fc.constantFrom(...changes),
    before: fc.nat({ max: 240 * minuteMs }),
    steps: fc.array(fc.integer({ min: 1, max: 70 * minuteMs }), { maxLength: 15 }),
    counts: fc.array(fc.nat({ max: 5_000 }), { minLength: 15, maxLength: 15 }),
    rest: fc.nat({ max: 100 * minuteMs }),
    isLive: fc.boolean(),
  })
  .map(({ change, before, steps, counts, rest, isLive }) => {
    const start = Date.parse(change) - before;
    const times = steps.map((_, i) => start + steps.slice(0, i).reduce((sum, step) => sum + step, 0));
    const until = (times.at(-1) ?? start) + rest;
    return {
      start,
      end: isLive ? null : until,
      until,
      times,
      viewers: counts.slice(0, times.length),
      prunedUntil: null,
    };
  });

it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'are equal to those of a second implementation, in %s',
  (zone) => {
    fc.assert(
      fc.property(fc.array(stream, { maxLength: 12 }), (streams) => {
        const hours = new WeekHours(createOffsetAt(zone));
        for (const one of streams) hours.add(one, one.until);
        const expected = streams.map(({ times, viewers, ...rest }) => ({
          ...rest,
          samples: times.map((moment, i) => ({ at: moment, viewers: BigInt(viewers[i] ?? 0) })),
        }));
        expect(hours.rows()).toEqual(oracle.weekHours(expected, zone));
      }),
      propertyRuns(30),
    );
  },
);
