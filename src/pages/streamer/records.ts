import { bisectRight, greatest, groups } from 'd3-array';
import { TimeRange } from '../../figures/time.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';
import { listPeriods, Period, PeriodUnit } from '../parts/periods.js';
import { PlayedGame, playedGames, summed } from './played-games.js';

/** The figures of the streams that started in a period. */
export interface PeriodFigures extends TimeRange, Pick<PlayedGame, 'avg_viewers' | 'peak_viewers'> {
  period: Period;
  /** Null if unknown. */
  streams: number | null;
}

/** Shorter streams have no record. */
const minMinutes = 60;
/** Games with fewer streams are not compared. */
const minStreamsOfGame = 2;

interface RecordsView {
  streamer: Pick<ListedStreamer, 'is_live' | 'last_stream_at'>;
  outlines: readonly StreamOutline[];
  span: TimeRange;
  knownSince: number;
  zone: string;
}

/** Returns the months, weeks, games and streams with the most average viewers. Equal ones: the first, and the longer-played game. */
export function findRecords(view: RecordsView) {
  const [month, week] = (['month', 'week'] as const).map((unit) => bestPeriod(listPeriodFigures(view, unit)));
  return { month, week, game: comparableGames(view.outlines)[0], stream: recordStream(view) };
}

/** Returns the games with enough streams to be compared, highest average first. */
export function comparableGames(outlines: readonly StreamOutline[]): PlayedGame[] {
  return playedGames(outlines, 'avg_viewers').filter(
    ({ name, stream_count, avg_viewers }) => name !== null && stream_count >= minStreamsOfGame && avg_viewers !== null,
  );
}

/** Returns the best of the whole periods with streams; undefined with fewer than two. */
export function bestPeriod(periods: readonly PeriodFigures[]): PeriodFigures | undefined {
  const whole = periods.filter(({ period, avg_viewers }) => !period.isPart && avg_viewers !== null);
  return whole.length < 2 ? undefined : highest(whole);
}

/** Returns the best of the streams that are long enough and whose average is final. */
export function recordStream(view: Pick<RecordsView, 'outlines' | 'streamer'>): StreamOutline | undefined {
  const live = liveOutline(view);
  return highest(view.outlines.filter((one) => one.minutes >= minMinutes && one !== live));
}

/** Returns the outline of a stream that is live: its average is not final. */
export function liveOutline({ outlines, streamer }: Pick<RecordsView, 'outlines' | 'streamer'>) {
  const last = outlines.at(-1);
  return streamer.is_live && last?.started_at === streamer.last_stream_at ? last : undefined;
}

function highest<One extends { avg_viewers: number | null }>(list: readonly One[]): One | undefined {
  return greatest(
    list.filter(({ avg_viewers }) => avg_viewers),
    ({ avg_viewers }) => avg_viewers ?? 0,
  );
}

/** Returns the figures of the streams that started in each period, as they are computed for a window. */
export function listPeriodFigures({ outlines, span, knownSince, zone }: RecordsView, unit: PeriodUnit) {
  const periods = listPeriods(span, unit, zone);
  const starts = periods.map(({ from }) => from);
  const own = new Map(groups(outlines, ({ started_at }) => bisectRight(starts, Date.parse(started_at)) - 1));
  return periods.map((period, i): PeriodFigures => {
    const streams = own.get(i) ?? [];
    return {
      ...{ from: period.from, to: period.to },
      period: { ...period, isPart: period.isPart || period.from < knownSince },
      ...summed(streams),
      streams: period.to <= knownSince ? null : streams.length,
    };
  });
}
