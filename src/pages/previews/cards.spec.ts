import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { StreamOutline, StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { ViewerPoint } from '../../streams/viewers/viewer-point.response.js';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { readPageRange } from '../parts/ranges/page-range.js';
import { drawCard } from './card.js';
import { eventCard, streamCard, streamerCard } from './cards.js';

const to = new Date('2026-06-15T12:00:00Z');
const streamer = {
  ...{ id: '1', name: 'aurora_plays', display_name: 'AuroraPlays' },
} as ListedStreamer;
const figures = { stream_count: 2, avg_viewers: 2_097, peak_viewers: 4_484, total_minutes: 7_386, watchtime: 0 };
const range = readPageRange({ range: '30' });
const span = { from: Date.parse('2026-05-16T12:00:00Z'), to: to.getTime() };
const view = {
  streamer,
  counted: 'followers',
  lastCount: 43_295,
  figures,
  outlines: [] as StreamOutline[],
  span,
  range,
} as const;
const outline = (started_at: string, avg_viewers: number | null) =>
  ({ started_at, minutes: 240, avg_viewers, peak_viewers: null }) as StreamOutline;

describe('the card of a streamer', () => {
  it('shows the figures of 30 days and a bar for each stream with known viewers', () => {
    const outlines = [outline('2026-05-20T12:00:00Z', 2_000), outline('2026-06-01T12:00:00Z', null)];
    const { title, subtitle, figures: shown, drawing } = streamerCard({ ...view, outlines });
    expect([title, subtitle]).toEqual(['AuroraPlays', 'Last 30 days']);
    expect(shown.map(({ value, name }) => `${value} ${name}`)).toEqual([
      '2,097 average viewers',
      '4,484 peak viewers',
      '123 hours streamed',
      '43,295 followers',
    ]);
    const [, peak, hours] = streamerCard({
      ...{ ...view, outlines, figures: { ...figures, peak_viewers: 1, total_minutes: 60 } },
    }).figures;
    expect([peak, hours]).toEqual([
      { value: '1', name: 'peak viewer' },
      { value: '1', name: 'hour streamed' },
    ]);
    expect(drawing?.match(/<rect/g)).toHaveLength(1);
    expect(drawing).toContain('>16 May<');
    expect(drawing).toContain('>15 Jun 2026<');
  });

  it('never cuts a number', () => {
    const card = streamerCard({
      ...view,
      lastCount: 9_007_199_254_740_991,
      figures: { ...figures, avg_viewers: 999_999, peak_viewers: 15_487_598 },
      outlines: [outline('2026-06-01T12:00:00Z', 999_999)],
    });
    const drawn = drawCard(card, 'Tallylight');
    for (const value of ['>999,999<', '>15.5M<', '>9007T<']) expect(drawn).toContain(value);
  });

  it('shows no zeros in place of unknown viewers', () => {
    const outlines = [outline('2026-06-01T12:00:00Z', null)];
    const unknown = { ...figures, avg_viewers: 0, peak_viewers: 0 };
    const { figures: shown, drawing } = streamerCard({ ...view, figures: unknown, outlines });
    expect(shown.map(({ name }) => name)).toEqual(['hours streamed', 'followers']);
    expect(drawing).toBeUndefined();
    const noPeak = {
      ...view,
      figures: { ...figures, peak_viewers: 0 },
      outlines: [outline('2026-06-01T12:00:00Z', 9)],
    };
    expect(streamerCard(noPeak).figures.map(({ name }) => name)).not.toContain('peak viewers');
  });

  it('shows no zeros for a streamer without streams, and no followers if they are unknown', () => {
    const nothing = { lastCount: null, figures: { ...figures, avg_viewers: 0, peak_viewers: 0, stream_count: 0 } };
    const none = streamerCard({ ...view, ...nothing });
    expect(none).toMatchObject({ subtitle: 'No streams in the last 30 days', figures: [] });
    expect(none.drawing).toBeUndefined();
  });

  it('names a month, and its first and last day', () => {
    const month = { from: Date.parse('2026-05-01T00:00Z'), to: Date.parse('2026-06-01T00:00Z') };
    const may = { ...view, range: readPageRange({ range: '2026-05' }), span: month };
    const outlines = [outline('2026-05-20T12:00:00Z', 2_000)];
    const { subtitle, drawing } = streamerCard({ ...may, outlines });
    expect(subtitle).toBe('May 2026 (UTC)');
    expect(drawing).toContain('>1 May<');
    expect(drawing).toContain('>31 May 2026<');
    expect(streamerCard({ ...may, figures: { ...figures, stream_count: 0 } }).subtitle).toBe('No streams in May 2026');
  });
});

describe('the card of a stream', () => {
  const stream = {
    ...{ started_at: '2026-06-15T10:00:00Z', is_live: true, is_stale: false, title: '한국' },
    ...{ avg_viewers: 10, peak_viewers: null, unique_chatters: null },
  } as StreamSummary;
  const point = (minute: number) =>
    ({
      created_at: new Date(Date.parse(stream.started_at) + minute * 60_000).toISOString(),
      viewers: 9,
    }) as ViewerPoint;
  const draw = (minutes: readonly number[]) =>
    streamCard(stream, streamer, { minutes: 95, points: minutes.map(point), partSeconds: 300 });

  it('has the name of the streamer in place of a title that cannot be drawn, and only known figures', () => {
    const { title, subtitle, figures } = draw([]);
    expect(title).toBe('Stream of AuroraPlays');
    expect(subtitle).toBe('AuroraPlays · 15 Jun 2026, 10:00 UTC');
    expect(figures.map(({ value, name }) => `${value} ${name}`)).toEqual([
      '10 average viewers',
      '1 h 35 min live so far',
    ]);
  });

  it('breaks the line where the viewers are unknown', () => {
    const { drawing } = draw([0, 5, 10, 60, 65, 70]);
    expect(/ d="(M[^"]+)"/.exec(drawing ?? '')?.[1]?.split('M')).toHaveLength(3);
  });
});

it('the card of an event shows its channels and its days', () => {
  const event = {
    ...{ title: 'Cup', channels: ['a', 'b'], streams: [{}], avg_viewers: 5, peak_viewers: 9 },
    ...{ started_at: '2026-06-01T00:00:00Z', ended_at: '2026-06-03T00:00:00Z' },
  } as EventDetail;
  expect(eventCard(event)).toMatchObject({ title: 'Cup', subtitle: '2 channels · 1 Jun – 3 Jun 2026' });
  expect(eventCard({ ...event, ended_at: null }).subtitle).toBe('2 channels · since 1 Jun 2026');
});
