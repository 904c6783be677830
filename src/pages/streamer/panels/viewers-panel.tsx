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
import { Period, listPeriods, periodUnit, shiftTo } from '../../parts/periods.js';
import { DotsNote } from '../../parts/ranges/known-since.js';
import { capitalized } from '../../parts/ranges/page-range.js';
import { plainText } from '../../../streams/shown-text.js';
import { shownFigure } from '../../../streamer/shown-figure.js';
import { summed } from '../played-games.js';
import { peakStream, StreamerChart, streamsOfRange } from '../streamer-view.js';
import { streamsFile } from './streams-panel.js';

interface PeriodFigures {
  period: Period;
  /** Null if unknown. */
  streams: number | null;
  avg_viewers: number | null;
  peak_viewers: number | null;
}

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
  show: ({ streamer, outlines, span, figures, knownSince, zone }) => {
    const { hrefOf } = useSite();
    const isLong = isLongSpan(span);
    const unit = periodUnit(span);
    const periods = isLong ? figuresOf(outlines, listPeriods(span, unit, zone), knownSince) : [];
    // The average of a live stream is not final.
    const last = outlines.at(-1);
    const live = streamer.is_live && !isLong && last?.started_at === streamer.last_stream_at ? last : undefined;
    const bars = isLong
      ? periods.map(periodBar)
      : outlines.map((outline) => ({ ...streamBar(outline, hrefOf), isPart: outline === live }));
    // Only bars by day, week or month are in a zone. Other times are converted by a script.
    const drawnZone = isLong ? zone : 'UTC';
    const shift = shiftTo(drawnZone);
    const peak = peakOf(outlines, periods, shift);
    const average = shownFigure(figures, 'avg_viewers', outlines);
    const drawn = { range: span, bars, peak, average, unknownUntil: isLong ? undefined : knownSince };
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

/** Returns the figures of the streams that started in each period, as they are computed for a window. */
function figuresOf(
  outlines: readonly StreamOutline[],
  periods: readonly Period[],
  knownSince: number,
): PeriodFigures[] {
  return periods.map((period) => {
    const own = outlines.filter(({ started_at }) => {
      const start = Date.parse(started_at);
      return period.from <= start && start < period.to;
    });
    return {
      period: { ...period, isPart: period.isPart || period.from < knownSince },
      ...summed(own),
      streams: period.to <= knownSince ? null : own.length,
    };
  });
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
  const period = periods.find(({ period: { from, to } }) => from <= start && start < to)?.period;
  const game = plainText(best.game_name);
  const center = period ? (period.from + period.to) / 2 : start + best.minutes * 30_000;
  return {
    at: shift({ from: center, to: center }).from,
    labelAt: start,
    value: best.peak_viewers,
    label: `Peak ${pageText(best.peak_viewers)}`,
    detail: `, ${shortDay(new Date(start))}${game && `, ${shorten(game, labelSize, 110)}`}`,
    game,
  };
}
