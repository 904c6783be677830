import { minuteMs } from '../../figures/time.js';
import { countText, readableNumber, roundedQuotient, wordsFor } from '../../charts/labels/number-labels.js';
import { withGaps } from '../../charts/series.js';
import { dayRange, fullDay, fullMoment, shortDay } from '../../charts/labels/time-labels.js';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { shownFigure } from '../../streamer/shown-figure.js';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { maxPauseMs } from '../../streams/viewers/graph-range.js';
import { ViewerPoint } from '../../streams/viewers/viewer-point.response.js';
import { durationText } from '../parts/duration-text.js';
import { capitalized } from '../parts/ranges/page-range.js';
import type { ChartsView } from '../streamer/streamer-view.js';
import { barDrawing, Card, CardFigure, largeMark, left, line, lineDrawing } from './card.js';
import { drawableName, drawablePart } from './drawable-text.js';

/** The card of pages without a card of their own. */
export function siteCard(): Card {
  return {
    title: 'Streamers in figures',
    subtitle: 'Viewers, hours and followers, stream by stream',
    figures: [],
    drawing: largeMark,
  };
}

type StreamerCardView = Pick<
  ChartsView,
  'streamer' | 'counted' | 'lastCount' | 'figures' | 'outlines' | 'span' | 'range'
>;

/** A streamer with the figures and the streams of a range. */
export function streamerCard({ streamer, counted, lastCount, figures, outlines, span, range }: StreamerCardView): Card {
  const bars = outlines.flatMap(({ started_at, minutes, avg_viewers }) => {
    const from = Date.parse(started_at);
    return avg_viewers === null ? [] : [{ from, to: from + minutes * minuteMs, value: avg_viewers }];
  });
  const hasStreams = figures.stream_count > 0;
  const shown = (key: 'avg_viewers' | 'peak_viewers') => shownFigure(figures, key, outlines);
  return {
    title: drawableName(streamer.display_name, streamer.name),
    subtitle: hasStreams ? capitalized(range.title) : `No streams ${range.within}`,
    figures: [
      ...viewerFigures({ avg_viewers: shown('avg_viewers'), peak_viewers: shown('peak_viewers') }),
      ...countFigure(hasStreams ? roundedQuotient(figures.total_minutes, 60) : null, 'hours streamed'),
      ...countFigure(lastCount, counted),
    ],
    ...(bars.length > 0 && {
      drawing: barDrawing(bars, {
        ...span,
        labels: [shortDay(new Date(span.from)), fullDay(new Date(range.call ? span.to - 1 : span.to))],
      }),
    }),
  };
}

/** A stream with its figures and its viewers over time. */
export function streamCard(
  stream: StreamSummary,
  streamer: ListedStreamer,
  { minutes, points, partSeconds }: { minutes: number; points: readonly ViewerPoint[]; partSeconds: number },
): Card {
  const from = new Date(stream.started_at);
  const to = new Date(from.getTime() + minutes * minuteMs);
  const known = points.map(({ created_at, viewers }) => ({ at: Date.parse(created_at), value: viewers }));
  const name = drawableName(streamer.display_name, streamer.name);
  return {
    title: drawablePart(stream.title ?? '') || `Stream of ${name}`,
    subtitle: `${name} · ${fullMoment(from)} UTC`,
    figures: [
      ...viewerFigures(stream),
      { value: durationText(minutes), name: stream.is_live && !stream.is_stale ? 'live so far' : 'length' },
      ...countFigure(stream.unique_chatters, 'chatters'),
    ],
    ...(known.length > 1 && {
      drawing: lineDrawing(withGaps(known, maxPauseMs(partSeconds)), {
        from: from.getTime(),
        to: to.getTime(),
        labels: [`${fullMoment(from)} UTC`, `${fullMoment(to)} UTC`],
      }),
    }),
  };
}

/** An event with its figures. */
export function eventCard(event: EventDetail): Card {
  const from = new Date(event.started_at);
  const days = event.ended_at === null ? `since ${fullDay(from)}` : dayRange(from, new Date(event.ended_at));
  const channels = event.channels ?? [];
  return {
    title: drawablePart(event.title) || 'Event',
    subtitle: `${countText(channels.length, 'channel')} · ${days}`,
    figures: [...viewerFigures(event), ...countFigure(event.streams.length, 'streams')],
    drawing: line(channels.join(', '), { x: left, y: 480, size: 34 }),
  };
}

function viewerFigures({ avg_viewers, peak_viewers }: Pick<EventDetail, 'avg_viewers' | 'peak_viewers'>): CardFigure[] {
  return [...countFigure(avg_viewers, 'average viewers'), ...countFigure(peak_viewers, 'peak viewers')];
}

/** A figure; [] if it is unknown. */
function countFigure(value: number | null, name: string): CardFigure[] {
  return value === null ? [] : [{ value: readableNumber(value), name: wordsFor(value, name) }];
}
