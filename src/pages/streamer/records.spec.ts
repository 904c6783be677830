import { StreamOutline } from '../../streams/detail/stream-summary.response.js';
import { findRecords } from './records.js';

const at = (day: string) => Date.parse(`2026-${day}Z`);

/** A stream that begins at noon. */
const outline = (day: string, avg_viewers: number | null, others: Partial<StreamOutline> = {}): StreamOutline => ({
  ...{
    id: day,
    started_at: `2026-${day}T12:00:00.000Z`,
    minutes: 60,
    avg_viewers,
    peak_viewers: null,
    watchtime: null,
  },
  ...{ game_name: null, ...others },
});

/** Returns the records of some streams up to December 1, as texts. */
function recordsOf(outlines: StreamOutline[], others: Partial<Parameters<typeof findRecords>[0]> = {}) {
  const span = { from: at('09-14'), to: at('12-01') };
  const streamer = { is_live: false, last_stream_at: outlines.at(-1)?.started_at ?? null };
  const view = { outlines, span, zone: 'UTC', knownSince: span.from, streamer, ...others };
  const { month, week, game, stream } = findRecords(view);
  const periods = [month, week].map((one) => one && [one.period.dates[0].slice(5, 10), one.avg_viewers]);
  return [...periods, game?.name, stream?.id];
}

it('are the whole month and week, the game and the stream with the most average viewers', () => {
  const chess = { game_name: 'Chess' };
  const outlines = [
    outline('10-05', 30, chess),
    outline('10-13', 90),
    outline('10-20', 10),
    outline('11-03', 40, chess),
  ];
  expect(recordsOf(outlines)).toEqual([['10-01', 43], ['10-12', 90], 'Chess', '10-13']);
});

it('are the first of equal ones, and the game that was played longer', () => {
  const [art, chess] = [{ game_name: 'Art' }, { game_name: 'Chess', minutes: 90 }];
  const days = ['10-05', '10-13', '11-03', '11-10'];
  const outlines = days.map((day, i) => outline(day, 50, i % 2 === 0 ? art : chess));
  expect(recordsOf(outlines)).toEqual([['10-01', 50], ['10-05', 50], 'Chess', '10-05']);
});

it('leave out months and weeks that are known in part, by the time zone of the page', () => {
  const outlines = [outline('10-05', 90), outline('10-13', 20), outline('10-20', 30), outline('11-03', 10)];
  const knownSince = at('10-05T04:00');
  expect(recordsOf(outlines, { knownSince })).toEqual([undefined, ['10-19', 30], undefined, '10-05']);
  expect(recordsOf(outlines, { knownSince, zone: 'America/New_York' })[1]).toEqual(['10-05', 90]);
  expect(recordsOf(outlines, { span: { from: at('09-14'), to: at('11-15') } })[0]).toBeUndefined();
});

it('leave out games of one stream, streams of less than an hour, and the live stream', () => {
  const outlines = [
    outline('10-05', 20, { game_name: 'Art' }),
    outline('10-06', 10, { game_name: 'Chess' }),
    outline('10-07', 10, { game_name: 'Chess' }),
    ...[outline('10-08', 99, { minutes: 59 }), outline('10-09', 80)],
  ];
  const streamer = { is_live: true, last_stream_at: '2026-10-09T12:00:00.000Z' };
  expect(recordsOf(outlines).slice(2)).toEqual(['Chess', '10-09']);
  expect(recordsOf(outlines, { streamer }).slice(2)).toEqual(['Chess', '10-05']);
});

it('are missing without known viewers', () => {
  const none = [undefined, undefined, undefined, undefined];
  expect(recordsOf([outline('10-05', null), outline('11-03', null), outline('11-10', 0)])).toEqual(none);
  expect(recordsOf([])).toEqual(none);
});
