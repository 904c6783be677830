import type { ComponentChildren } from 'preact';
import { countText, fullNumber, roundedQuotient, wordsFor } from '../../charts/labels/number-labels.js';
import { boardRowId } from '../board/board-figures.js';
import { defaultDays } from '../../figures/windows.js';
import { BoardQuery } from '../board/board.query.js';
import { defaultSize as limit } from '../parts/lists/list.query.js';
import { isComparable } from '../../figures/known-time.js';
import { KnownMoment, NothingKnown } from '../parts/ranges/known-since.js';
import { useSite } from '../layout/site.js';
import { isCertain } from '../parts/names/live-mark.js';
import { boardPath, Link, pathTo, streamerPath, streamPath } from '../parts/names/link.js';
import { durationText } from '../parts/duration-text.js';
import { Day, Zone } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';
import { UntrustedText } from '../parts/names/texts.js';
import { comparableGames } from '../streamer/records.js';
import { isKnownBefore, peakStream, StreamerView } from '../streamer/streamer-view.js';
import { Hour, Weekday } from './clock.js';
import { joined, Lead } from './lead.js';
import { minStreams, computeRhythm, usualTimes, UsualTimes } from './usual-times.js';
import { monthInWords } from '../parts/lists/selects.js';

/** What matters about a streamer: rank, when and how often they stream, the best game and the peak. */
export function StreamerSentence({ view }: { view: StreamerView }) {
  return (
    <Lead
      sentences={
        view.outlines.length === 0 ? [nothing(view)] : [rank(view), <Habit view={view} />, game(view), peak(view)]
      }
    />
  );
}

function nothing(view: StreamerView) {
  const { range, streamer, live, times, window, knownSince } = view;
  const last = streamer.last_stream_at;
  if (last === null) return <>No streams are known yet</>;
  if (knownSince >= window.to) return <NothingKnown of={range.noun} {...{ window, since: knownSince }} />;
  if (times.length > 0 && !isPast({ range, window })) {
    return (
      <>
        {live && isCertain(streamer)
          ? 'Live since'
          : live && streamer.last_seen_at === null
            ? 'Live according to an import since'
            : 'The last stream started'}{' '}
        <Day at={last} />; counted in the window in which it began
      </>
    );
  }
  return (
    <>
      No streams {range.within}
      {soFar(view)}
      {isComparable(window, knownSince) ? null : (
        <>
          , known since <KnownMoment {...{ window, since: knownSince }} />
        </>
      )}
      . The last stream started{' '}
      <Link to={`${pathTo(streamerPath(streamer), { range: 'all' })}#streams`}>
        <Day at={last} />
      </Link>
    </>
  );
}

/** Null for a streamer whose hours watched are unknown: equal values are in the order of the IDs. */
function rank(view: StreamerView): ComponentChildren {
  const { rank: found, previous, streamer } = view;
  if (found === null || found.watchtime === 0) return null;
  const { rank, entries, board, previous_rank: before } = found;
  const cursor = limit * Math.floor((rank - 1) / limit);
  const days = typeof board === 'number' ? board : undefined;
  const window = days === undefined ? { month: board } : { days: days === defaultDays ? undefined : days };
  const to = `${pathTo(boardPath, { ...window, cursor }, new BoardQuery())}#${boardRowId(streamer)}`;
  const [within, earlier] =
    days === undefined
      ? [monthInWords(String(board)) + soFar(view), 'the month before']
      : [`${days} days`, `the ${days} days before`];
  return (
    <>
      <Link to={to}>
        Rank {fullNumber(rank)} of {fullNumber(entries)}
      </Link>{' '}
      by hours watched in {within}
      {before === null || !found.is_compared ? '' : `, ${rankChange(rank, before, earlier)}`}
      {before === null &&
      previous?.stream_count === 0 &&
      found.is_compared &&
      isKnownBefore(view.window, view.knownSince)
        ? ', new on the board'
        : ''}
    </>
  );
}

function rankChange(rank: number, before: number, earlier: string): string {
  if (before === rank) return `as in ${earlier}`;
  return `${rank < before ? 'up' : 'down'} ${fullNumber(Math.abs(rank - before))} from ${earlier}`;
}

/** Returns whether a range ended before now. */
function isPast({ range, window }: Pick<StreamerView, 'range' | 'window'>): boolean {
  return range.call !== undefined && window.before !== undefined;
}

/** A calendar range that has begun and ends after now. */
function soFar({ range, window }: Pick<StreamerView, 'range' | 'window'>): string {
  return range.call && window.from < window.to && !isPast({ range, window }) ? ' so far' : '';
}

function Habit({ view }: { view: StreamerView }) {
  const { outlines, figures, previous, window, range, knownSince } = view;
  const { now } = useSite();
  const hadStreams = previous !== undefined && previous.stream_count > 0 && outlines.length === figures.stream_count;
  const end = isPast(view) ? new Date(window.to) : now;
  const { perWeek, isCurrent } = computeRhythm(outlines, end, hadStreams ? new Date(window.from) : undefined);
  const minutes = roundedQuotient(figures.total_minutes, Math.max(1, figures.stream_count));
  const isAll = range.chosen === undefined;
  const span =
    isAll || isComparable(window, knownSince) ? (
      isAll ? (
        'in all'
      ) : (
        range.within + soFar(view)
      )
    ) : (
      <>
        since <KnownMoment {...{ window, since: knownSince }} />
      </>
    );
  return (
    <>
      {isCurrent && end === now ? 'Streams' : 'Streamed'}{' '}
      <a href="#streams">
        {timesText(perWeek ?? outlines.length)} {perWeek === null ? span : 'a week'}
        {minutes === 0 ? '' : ` for ${durationText(minutes)}${outlines.length > 1 ? ' on average' : ''}`}
      </a>
      , {outlines.length < minStreams ? 'too few streams for a usual time' : <When usual={usualTimes(outlines)} />}
    </>
  );
}

function timesText(count: number): string {
  return count === 1 ? 'once' : countText(count, 'time');
}

function When({ usual }: { usual: UsualTimes | null }) {
  if (usual === null) return <a href="#hours">at no fixed time</a>;
  if (usual.length === 24) return <a href="#hours">around the clock</a>;
  const { from, to, isUsual, weekdays } = usual;
  return (
    <>
      {isUsual ? 'usually ' : 'at no fixed time but most often '}
      <a href="#hours">
        {weekdays.length === 0 ? null : <>on {joined(weekdays.map((day) => <Weekday day={day} hour={from} />))} </>}
        between <Hour hour={from} /> and <Hour hour={to} /> <Zone />
      </a>
    </>
  );
}

/** Null with fewer than two games to compare, or two equal ones. */
function game({ outlines }: StreamerView): ComponentChildren {
  const [best, second] = comparableGames(outlines);
  if (!best || !second || best.avg_viewers === second.avg_viewers) return null;
  return (
    <>
      Best game:{' '}
      <a href="#games">
        <UntrustedText text={best.name} empty="Unnamed game" />
      </a>
      , <Count value={best.avg_viewers} /> {wordsFor(best.avg_viewers ?? 0, 'viewers on average')}
    </>
  );
}

function peak({ outlines }: StreamerView): ComponentChildren {
  const highest = peakStream(outlines);
  if (highest === undefined) return null;
  return (
    <>
      Peak:{' '}
      <Link to={streamPath(highest.id)}>
        <Count value={highest.peak_viewers} /> {wordsFor(highest.peak_viewers ?? 0, 'viewers')}
      </Link>{' '}
      in the stream of <Day at={highest.started_at} />
    </>
  );
}
