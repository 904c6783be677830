import { StreamOutline } from '../../streams/detail/stream-summary.response.js';
import { readPageRange, windowOfRange } from '../parts/ranges/page-range.js';
import { RecapView } from '../streamer/streamer-view.js';
import { drawCard } from './card.js';
import { drawableLetters } from './drawable-text.js';
import { recapCard } from './recap-card.js';

const now = new Date('2026-11-29T12:00:00Z');
const figures = {
  stream_count: 20,
  avg_viewers: 2_097,
  peak_viewers: 4_484,
  total_minutes: 7_386,
  watchtime: 15_487_598,
};
const previous = {
  stream_count: 18,
  avg_viewers: 1_872,
  peak_viewers: 5_100,
  total_minutes: 7_100,
  watchtime: 13_290_000,
};
const noFigures = { stream_count: 0, avg_viewers: 0, peak_viewers: 0, total_minutes: 0, watchtime: 0 };
const points = (first: number, last: number, month: string) =>
  [
    ['01', first],
    ['28', last],
  ].map(([day, followers]) => ({ followers: followers as number, created_at: `${month}-${day}T00:00:00Z` }));
const outline = (day: number, month = '2026-10', more: Partial<StreamOutline> = {}): StreamOutline => ({
  ...{
    id: String(day),
    started_at: `${month}-${String(day).padStart(2, '0')}T18:00:00Z`,
    minutes: 180 + 17 * (day % 7),
  },
  ...{ avg_viewers: 2_000, peak_viewers: 4_000 + day, watchtime: 600_000 },
  ...{ game_name: ['Chess', 'Just Chatting', 'Minecraft', 'Art'][day % 4] ?? null, ...more },
});
const outlines = [1, 2, 4, 5, 8, 9, 10, 12, 15, 16, 18, 19, 22, 23, 25, 26, 29, 30, 31].map((day) => outline(day));

/** A month with all figures, and what differs from it. */
function viewOf(range: string, more: Partial<RecapView> & { display_name?: string } = {}, tz?: string): RecapView {
  const pageRange = readPageRange({ range, tz });
  const { display_name = 'AuroraPlays', ...others } = more;
  return {
    streamer: { id: '1', name: 'aurora_plays', display_name },
    ...{ counted: 'followers', figures, previous, lastCount: 43_295, outlines, times: outlines, range: pageRange },
    ...{ window: windowOfRange(pageRange, now), zone: pageRange.zone, knownSince: Date.parse('2025-01-01') },
    gainPoints: points(42_000, 43_295, '2026-10'),
    gainPointsBefore: points(41_000, 42_000, '2026-09'),
    rank: { rank: 12, entries: 3_456, watchtime: 15_487_598, previous_rank: 14, is_compared: true, board: '2026-10' },
    ...others,
  } as unknown as RecapView;
}

const shown = (view: RecapView) => {
  const { figures: all, ...card } = recapCard(view);
  return {
    ...card,
    corner: card.corner,
    figures: all.map(({ value, name, change }) =>
      [value, name, ...(change ? [change.direction, change.text] : [])].join(' '),
    ),
    texts: [...(card.drawing ?? '').matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text),
    bars: card.drawing?.match(/<rect/g)?.length ?? 0,
    hasUnknownTime: card.drawing?.includes('stroke-dasharray') ?? false,
  };
};

it('shows a final month: five figures with changes, rank, best stream, games and days', () => {
  expect(shown(viewOf('2026-10'))).toMatchObject({
    title: 'AuroraPlays',
    subtitle: 'October 2026 (UTC) · changes from the month before',
    corner: ['Rank 12 of 3,456', 'by hours watched'],
    figures: [
      '2,097 average viewers up 12%',
      '4,484 peak viewers down 12%',
      '123 hours streamed up 4%',
      '258,127 hours watched up 17%',
      '+1,295 followers up 30%',
    ],
    texts: [
      ...['Best stream', '31 Oct', 'peak 4,031', 'Top games', 'Minecraft', '22.8 h', 'Just Chatting', '18.7 h'],
      ...['Chess', '15.4 h', 'Days with a stream', '19 of 31', '1 Oct', '31 Oct 2026'],
    ],
    bars: 19,
    hasUnknownTime: false,
  });
});

it('shows from when a month is known, and only changes of figures that are known', () => {
  const known = outlines.slice(7);
  const partly = { outlines: known, times: known, knownSince: Date.parse('2026-10-12T09:00:00Z') };
  const { subtitle, figures: all, texts, hasUnknownTime } = shown(viewOf('2026-10', partly));
  expect(subtitle).toBe('October 2026 (UTC) · known since 12 Oct · changes from the month before');
  expect(all.filter((text) => text.endsWith('%'))).toEqual(['+1,295 followers up 30%']);
  expect([texts.includes('12 of 20'), hasUnknownTime]).toEqual([true, true]);
  const half = shown(viewOf('2026-10', { knownSince: Date.parse('2026-09-16T00:00:00Z') }));
  expect(half.figures.slice(0, 3)).toEqual([
    '2,097 average viewers up 12%',
    '4,484 peak viewers down 12%',
    '123 hours streamed',
  ]);
});

it('compares nothing before a month is over', () => {
  const more = { previous: undefined, gainPointsBefore: [], outlines: [outline(3, '2026-11')] };
  const { subtitle, figures: all, texts } = shown(viewOf('2026-11', { ...more, times: more.outlines }));
  expect(subtitle).toBe('November 2026 (UTC) so far');
  expect(all.join()).not.toContain('%');
  expect(texts.slice(-3)).toEqual(['1 of 29', '1 Nov', '29 Nov 2026']);
});

const none = { figures: noFigures, previous: noFigures, outlines: [], times: [], rank: null, gainPoints: [] };

it.each([
  [none, 'No streams in October 2026 · changes from the month before', ['43,295 followers up 3%']],
  [{ ...none, lastCount: null }, 'No streams in October 2026', []],
  [
    { ...none, lastCount: null, knownSince: Date.parse('2026-11-12T00:00:00Z') },
    'Streams in October 2026 are unknown · known since 12 Nov 2026',
    [],
  ],
])('shows no zeros without streams: %#', (more, subtitle, all) => {
  expect(shown(viewOf('2026-10', more))).toMatchObject({ subtitle, figures: all, corner: undefined, bars: 0 });
});

it('shows no rank and no best stream if the viewers are unknown', () => {
  const unknown = outlines.map((one) => ({ ...one, avg_viewers: null, peak_viewers: null, watchtime: null }));
  const rank = { ...viewOf('2026-10').rank, watchtime: 0 } as RecapView['rank'];
  const streamed = { ...noFigures, stream_count: 19, total_minutes: 600 };
  const card = shown(viewOf('2026-10', { outlines: unknown, figures: streamed, previous: noFigures, rank }));
  expect(card).toMatchObject({ corner: undefined, figures: ['10.0 hours streamed', '+1,295 followers up 30%'] });
  expect(card.texts[0]).toBe('Top games');
});

it('has a year with a bar for each week, and a month with the days of its time zone', () => {
  const first = [outline(1, '2026-01'), outline(2, '2026-01')];
  const { subtitle, bars, texts } = shown(viewOf('2026', { outlines: first, times: first, rank: null }));
  expect([subtitle, bars, ...texts.slice(-3)]).toEqual(['2026 (UTC) so far', 1, '2 of 333', '1 Jan', '29 Nov 2026']);
  const zone = shown(viewOf('2026-10', {}, 'Asia/Seoul'));
  // 18:00 UTC is on the next day in Seoul.
  expect(zone.texts.slice(-4)).toEqual(['Days with a stream', '18 of 31', '1 Oct', '31 Oct 2026']);
  expect(zone.texts[1]).toBe('1 Nov');
});

it.each([
  ['カモメ', 'aurora_plays'],
  ['قناة', 'aurora_plays'],
  ['Δημήτρης', 'Δημήτρης'],
])('names %s as %s, and games in such scripts not at all', (display_name, title) => {
  const games = [outline(5, '2026-10', { game_name: '将棋' }), outline(6, '2026-10', { game_name: null })];
  const card = shown(viewOf('2026-10', { display_name, outlines: games }));
  expect(card.title).toBe(title);
  expect([card.texts[4], card.texts[6]]).toEqual(['No game', 'Unnamed game']);
});

it('never cuts a number, and keeps long names in their place', () => {
  const big = Number.MAX_SAFE_INTEGER;
  const long = outlines.map((one) => ({ ...one, peak_viewers: big, game_name: 'Long'.repeat(25), minutes: 1e9 }));
  const card = recapCard(
    viewOf('2026-10', {
      display_name: 'Wm'.repeat(50),
      ...{ outlines: long, figures: { ...figures, avg_viewers: 999_999, peak_viewers: big, total_minutes: big } },
      gainPoints: points(999_999, 0, '2026-10'),
      rank: { ...viewOf('2026-10').rank, rank: 10_000, entries: 999_999 } as RecapView['rank'],
    }),
  );
  const drawn = drawableLetters(drawCard(card, 'Tallylight'));
  for (const text of ['>999,999<', '>9007T<', '>150T<', '>−999,999<', '>peak 9007T<', '>Rank 10,000 of 999,999<'])
    expect(drawn).toContain(text);
  expect(drawn).toMatch(/>(Wm)+…<.*>Long[Long]*…</);
});
