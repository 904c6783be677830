import { readPageRange, windowOfRange } from '../ranges/page-range.js';
import { citationOf } from './citation.js';

const end = '2026-07-01T00:00:00.000Z';
const at = (text: string) => new Date(text);

interface Options {
  range?: string;
  isFinal?: boolean | undefined;
  since?: number;
  minutes?: number;
}

function cite(now: Date, options: Options) {
  const { range, isFinal, since, minutes } = { range: '2026-Q2', isFinal: true, since: 0, minutes: 0, ...options };
  const read = readPageRange({ range });
  const streams = [{ started_at: '2026-06-30T23:00:00.000Z', minutes }];
  const shown = { name: 'Ann', figures: '5 viewers', frozen: undefined, pathOf: () => '/' };
  return citationOf({ ...shown, range: read, window: windowOfRange(read, now), since, streams, isFinal }, now);
}

it.each([
  ['2026-06-30T23:59:59.999Z', {}, 'May still change, because the range is not over.'],
  [end, {}, 'Final since 1 Jul 2026, 00:00 UTC.'],
  [end, { isFinal: false }, 'May still change, because a stream of the range is live.'],
  [
    '2026-07-02T23:59:59.999Z',
    { isFinal: undefined },
    'May still change, because the range ended less than 48 hours ago.',
  ],
  ['2026-07-03T00:00:00.000Z', { isFinal: undefined }, 'Final since 3 Jul 2026, 00:00 UTC.'],
  ['2026-07-03T00:00:00.000Z', { isFinal: false, minutes: 9_999 }, 'Final since 3 Jul 2026, 00:00 UTC.'],
  ['2026-08-01T00:00:00.000Z', { minutes: 150 }, 'Final since 1 Jul 2026, 01:30 UTC.'],
  ['2026-08-01T00:00:00.000Z', { range: '90' }, 'May still change, because the range is not over.'],
])('says whether figures are final at %s: %j', (now, options, state) => {
  expect(cite(at(now), options).state).toBe(state);
});

it('names the range, its zone and the time from which it is known', () => {
  const { text } = cite(at('2026-08-01T00:00Z'), { since: Date.parse('2026-05-12') });
  expect(text).toBe('Ann, April to June 2026 (UTC), known since 12 May 2026: 5 viewers');
  expect(cite(at('2026-08-01T10:20Z'), { range: '7' }).text).toBe(
    'Ann, last 7 days up to 1 Aug 2026, 10:20 UTC: 5 viewers',
  );
});
