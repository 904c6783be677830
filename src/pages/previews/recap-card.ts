import { channelCounts } from '../../config/channel-counts.js';
import { hourMs } from '../../figures/time.js';
import { quotientInTenths, readableNumber, roundedQuotient } from '../../charts/labels/number-labels.js';
import { fullDay, shortDay } from '../../charts/labels/time-labels.js';
import { computeChange } from '../parts/numbers.js';
import { periodUnit, streamedRows } from '../parts/periods.js';
import { capitalized, dateIn } from '../parts/ranges/page-range.js';
import { ComparedFigure, comparedFigures } from '../streamer/compared-figures.js';
import { playedGames } from '../streamer/played-games.js';
import { peakStream, RecapView } from '../streamer/streamer-view.js';
import { barDrawing, Card, CardFigure, largeMark, left, line, right } from './card.js';
import { drawableName, drawablePart } from './drawable-text.js';

const maxGames = 3;
/** The place of the days, to the right of the best stream and the games. */
const daysArea = { left: 664, top: 488, bottom: 570 };
const listEnd = 600;
const listTop = 468;

/** A month or a year of a streamer: figures with changes, rank, best stream, games and days with a stream. */
export function recapCard(view: RecapView): Card {
  const { streamer, rank } = view;
  const figures = recapFigures(view);
  return {
    title: drawableName(streamer.display_name, streamer.name),
    subtitle: subtitleOf(view, figures),
    // Without hours watched, the order of a board has no meaning.
    ...(rank !== null &&
      rank.watchtime > 0 && {
        corner: [`Rank ${readableNumber(rank.rank)} of ${readableNumber(rank.entries)}`, 'by hours watched'],
      }),
    figures,
    drawing: view.outlines.length === 0 ? largeMark : drawList(view) + drawDays(view),
  };
}

/** Writes the range, from which day it is known, and what the changes compare it with. */
function subtitleOf(view: RecapView, figures: readonly CardFigure[]): string {
  const { streamer, range, window, outlines, knownSince: since } = view;
  if (streamer.last_stream_at === null) return 'No streams are known yet';
  const day = dateIn(range.zone, new Date(since));
  if (since >= window.to) return `Streams ${range.within} are unknown · known since ${fullDay(day)}`;
  const soFar = window.before === undefined ? ' so far' : '';
  return [
    (outlines.length === 0 ? `No streams ${range.within}` : capitalized(range.title)) + soFar,
    ...(since > window.from ? [`known since ${shortDay(day)}`] : []),
    ...(figures.some(({ change }) => change) ? [`changes from ${range.before}`] : []),
  ].join(' · ');
}

/** Returns the known figures. The gain replaces the total of followers. */
function recapFigures(view: RecapView): CardFigure[] {
  const known = comparedFigures(view).filter(({ now }) => now !== null);
  const hasGain = known.some(({ form }) => form === 'gain');
  return known
    .filter(({ form }) => form !== 'total' || !hasGain)
    .map((figure) => ({
      value: writeValue(figure),
      // A gain has a sign.
      name: (figure.form === 'gain' ? channelCounts[view.counted].title : figure.name).toLowerCase(),
      change: figure.isKnown === false ? null : computeChange(figure),
    }));
}

function writeValue({ form, now }: ComparedFigure): string {
  const value = now ?? 0;
  if (form === 'hours') return hoursText(value);
  const sign = form === 'gain' && value !== 0 ? (value > 0 ? '+' : '−') : '';
  return sign + readableNumber(Math.abs(value));
}

function hoursText(minutes: number): string {
  const tenths = quotientInTenths(minutes, 60);
  if (tenths === 0 && minutes > 0) return '< 0.1';
  return tenths < 100 ? tenths.toFixed(1) : readableNumber(roundedQuotient(minutes, 60));
}

/** Draws the best stream and the games with the most hours. */
function drawList({ outlines, range: { zone } }: RecapView): string {
  const best = peakStream(outlines);
  const games = playedGames(outlines).slice(0, maxGames);
  const rows = [
    ...(best
      ? [[shortDay(dateIn(zone, new Date(best.started_at))), `peak ${readableNumber(best.peak_viewers ?? 0)}`]]
      : []),
    ...games.map(({ name, total_minutes }) => [
      name === null ? 'No game' : drawablePart(name) || 'Unnamed game',
      `${hoursText(total_minutes)} h`,
    ]),
  ];
  const labels = [...(best ? ['Best stream'] : []), 'Top games'];
  return rows
    .map(([text = '', end = ''], i) => {
      const place = { y: listTop + 42 * i, size: 26 };
      return [
        line(labels[i] ?? '', { ...place, x: left, room: 156, size: 24 }),
        line(text, { ...place, x: 216, room: 220, isBold: true }),
        line(end, { ...place, x: listEnd, room: 160, isEnd: true }),
      ].join('');
    })
    .join('');
}

/** Draws the hours streamed by day or week, below the number of days with a stream. */
function drawDays({ streamer, times, window, knownSince, range: { zone } }: RecapView): string {
  const streamed = [{ name: streamer.name, times, knownSince }];
  const known = streamedRows(streamed, window, 'day', zone).flatMap(({ ms }) => ms[0] ?? []);
  const bars = streamedRows(streamed, window, periodUnit(window), zone).flatMap(({ from, to, ms: [ms] }) =>
    ms ? [{ from: from + 0.1 * (to - from), to: to - 0.1 * (to - from), value: ms / hourMs }] : [],
  );
  const [first, last] = [window.from, window.to - 1].map((at) => dateIn(zone, new Date(at)));
  const place = { y: listTop, size: 26 };
  return [
    line('Days with a stream', { ...place, x: daysArea.left, size: 24 }),
    line(`${known.filter((ms) => ms > 0).length} of ${known.length}`, {
      ...place,
      x: right,
      isEnd: true,
      isBold: true,
      room: 200,
    }),
    barDrawing(bars, {
      ...{ from: window.from, to: window.to, since: knownSince, area: daysArea },
      labels: [shortDay(first as Date), fullDay(last as Date)],
    }),
  ].join('');
}
