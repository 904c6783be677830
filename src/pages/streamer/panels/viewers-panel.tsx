import { dayMs, minuteMs, TimeRange } from '../../../figures/time.js';
import { Bar, barChart } from '../../../charts/bar-chart.js';
import { Callout } from '../../../charts/labels/callouts.js';
import { countText, pageText } from '../../../charts/labels/number-labels.js';
import { labelSize } from '../../../charts/frame.js';
import { shorten } from '../../../charts/labels/text-width.js';
import { shortDay } from '../../../charts/labels/time-labels.js';
import { StreamOutline } from '../../../streams/detail/stream-summary.response.js';
import { outlineColumns } from '../../columns/streams.js';
import { useSite } from '../../layout/site.js';
import { figureColumn } from '../../parts/figures.js';
import { Column, countColumn, dayColumn, numberText } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { streamPath } from '../../parts/names/link.js';
import { periodUnit, shiftTo } from '../../parts/periods.js';
import { DotsNote } from '../../parts/ranges/known-since.js';
import { capitalized } from '../../parts/ranges/page-range.js';
import { plainText } from '../../../streams/shown-text.js';
import { shownFigure } from '../../../streamer/shown-figure.js';
import { bestPeriod, recordStream, listPeriodFigures, liveOutline, PeriodFigures } from '../records.js';
import { peakStream, StreamerChart, streamsOfRange } from '../streamer-view.js';
import { streamsFile } from './streams-panel.js';

/** A longer range has one bar per week or month, because the bars of its streams would be too narrow. */
const maxDaysOfStreams = 100;

function isLongSpan({ from, to }: TimeRange): boolean {
  return (to - from) / dayMs > maxDaysOfStreams;
}

const periodColumns = (zone: string): readonly Column<PeriodFigures, 'avg_viewers' | 'peak_viewers'>[] => [
  dayColumn('From', zone, ({ period: { from, dates } }) => ({ at: new Date(from).toISOString(), date: dates[0] })),
  countColumn('Streams', ({ streams }) => streams),
  ...(['avg_viewers', 'peak_viewers'] as const).map((key) => ({
    ...figureColumn<typeof key, PeriodFigures>(key),
    number: (row: PeriodFigures) => (row.streams ? numberText(row[key]) : '–'),
  })),
];

/** The average and peak viewers of each stream, or of each week or month of a long range. */
export const viewersPanel: StreamerChart = {
  id: 'viewers',
  title: ({ span }) => (isLongSpan(span) ? `Viewers of each ${periodUnit(span)}` : 'Viewers of each stream'),
  about: 'viewers',
  wide: true,
  zone: ({ span, zone }) => (isLongSpan(span) ? zone : undefined),
  hasData: ({ outlines }) => outlines.length > 0,
  empty: 'No streams in this range.',
  show: (view) => {
    const { outlines, span, figures, knownSince, zone, range } = view;
    const { hrefOf } = useSite();
    const isLong = isLongSpan(span);
    const unit = periodUnit(span);
    const periods = isLong ? listPeriodFigures(view, unit) : [];
    // The average of a live stream is not final.
    const live = isLong ? undefined : liveOutline(view);
    const bars = isLong
      ? periods.map(periodBar)
      : outlines.map((outline) => ({ ...streamBar(outline, hrefOf), isPart: outline === live }));
    // Only bars by day, week or month are in a zone. Other times are converted by a script.
    const drawnZone = isLong ? zone : 'UTC';
    const shift = shiftTo(drawnZone);
    const peak = peakOf(outlines, periods, shift);
    const average = shownFigure(figures, 'avg_viewers', outlines);
    const best = isLong ? bestPeriod(periods) : recordStream(view);
    const record = range.chosen === undefined && best ? recordOf(best, isLong ? unit : 'stream', shift) : undefined;
    const drawn = { range: span, bars, peak, record, average, unknownUntil: isLong ? undefined : knownSince };
    const peakText = peak && `. ${peak.label}, ${shortDay(new Date(peak.labelAt))}${peak.game && `, ${peak.game}`}`;
    const description = `${countText(outlines.length, 'stream')}, average viewers ${numberText(average)}${peakText ?? ''}.`;
    const isPart = bars.some((bar) => bar.isPart && bar.value);
    const hatched = isPart ? `hatched: ${isLong ? `not a whole ${unit}` : 'not final'}` : '';
    const hasDots = knownSince > span.from || bars.some(({ value }) => value === null);
    return {
      brief: ['bar: average, line: peak', ...(hatched ? [hatched] : []), ...(hasDots ? ['dots: unknown'] : [])].join(
        ', ',
      ),
      note: (
        <>
          A bar is one {isLong ? `${unit} (${zone})` : 'stream, as wide as the stream was long'}:{' '}
          <b>its height is the average, the line above it the peak</b>.{' '}
          {outlines.length < figures.stream_count && 'The newest '}
          {countText(outlines.length, 'stream')}.{hatched && ` ${capitalized(hatched)}.`}
          {hasDots && <DotsNote />}
        </>
      ),
      // A picture with links is hidden from screen readers.
      children: !isLong && <p class="sr">{description}</p>,
      chart: {
        ...{ height: 300, description, range: span, ...(isLong && { periods: unit }) },
        draw: (options) =>
          barChart({
            ...{ ...options, ...drawn, zone: drawnZone, range: shift(span), bars: bars.map(shift) },
            empty: 'No viewer figures of these streams.',
          }),
        numbers: isLong ? (
          <NumbersTable columns={periodColumns(zone)} rows={periods} />
        ) : (
          <NumbersTable columns={outlineColumns} rows={outlines} />
        ),
      },
    };
  },
  call: streamsOfRange,
  file: streamsFile,
};

function streamBar(
  { id, started_at, minutes, avg_viewers, peak_viewers }: StreamOutline,
  hrefOf: (path: string) => string,
): Bar {
  const from = Date.parse(started_at);
  const title = `${shortDay(new Date(from))} (UTC): ${numberText(avg_viewers)}, peak ${numberText(peak_viewers)}`;
  const link = { href: hrefOf(streamPath(id)), title };
  return { from, to: from + minutes * minuteMs, value: avg_viewers, high: peak_viewers, link };
}

/** A period without streams has no bar: nothing is unknown. */
function periodBar({ period, streams, avg_viewers, peak_viewers }: PeriodFigures): Bar {
  const margin = 0.1 * (period.to - period.from);
  const size = { from: period.from + margin, to: period.to - margin, isPart: period.isPart };
  return { ...size, value: streams === 0 ? 0 : avg_viewers, high: peak_viewers };
}

/** Returns the middle of a period, or of a stream up to now. */
function middleOf(one: PeriodFigures | StreamOutline): TimeRange {
  const [from, to] =
    'period' in one
      ? [one.from, one.to]
      : [Date.parse(one.started_at), Date.parse(one.started_at) + one.minutes * minuteMs];
  return { from: (from + to) / 2, to: (from + to) / 2 };
}

/** Returns the mark of the best period or stream. */
function recordOf(best: PeriodFigures | StreamOutline, unit: string, shift: ReturnType<typeof shiftTo>): Callout {
  const value = best.avg_viewers ?? 0;
  const detail = `${pageText(value)}, best ${unit}`;
  return { at: shift(middleOf(best)).from, value, label: '', detail, labelAt: null };
}

/** Returns the highest peak with its day and game, above the bar of its stream or period. */
function peakOf(
  outlines: readonly StreamOutline[],
  periods: readonly PeriodFigures[],
  shift: ReturnType<typeof shiftTo>,
): (Callout & { labelAt: number; game: string }) | undefined {
  const best = peakStream(outlines);
  if (!best?.peak_viewers) return undefined;
  const start = Date.parse(best.started_at);
  const period = periods.find(({ period: { from, to } }) => from <= start && start < to);
  const game = plainText(best.game_name);
  return {
    at: shift(middleOf(period ?? best)).from,
    labelAt: start,
    value: best.peak_viewers,
    label: `Peak ${pageText(best.peak_viewers)}`,
    detail: `, ${shortDay(new Date(start))}${game && `, ${shorten(game, labelSize, 110)}`}`,
    game,
  };
}
