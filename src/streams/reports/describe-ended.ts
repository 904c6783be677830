import { minuteMs } from '../../figures/time.js';
import { StreamChange } from '../detail/stream-detail.response.js';
import { StreamOutline, StreamSummary } from '../detail/stream-summary.response.js';
import { graphGranularities, granularitySeconds } from '../viewers/graph-range.js';
import { maxGraphPoints } from '../viewers/stream-viewers.service.js';
import { LastStream } from './last-stream.response.js';

/** What is known of an ended stream. */
interface EndedStream {
  stream: StreamSummary & { ended_at: string };
  /** The stream itself and the ones before it. */
  compared: readonly StreamOutline[];
  /** The highest peak of the streams of the year; null if none is known. */
  peakOfYear: number | null;
  /** The time of its peak; null if no stored sample has it. */
  peak_at: string | null;
  changes: readonly StreamChange[];
  /** Returns a path as clients see it. */
  pathOf: (path: string) => string;
}

/** Returns the description of a stream that has ended, for responses and messages. */
export function describeEnded({ stream, compared, peakOfYear, peak_at, changes, pathOf }: EndedStream): LastStream {
  const { id, started_at, ended_at, peak_viewers: peak } = stream;
  const minutes = Math.floor((Date.parse(ended_at) - Date.parse(started_at)) / minuteMs);
  const fitting = graphGranularities.find((name) => (60 * minutes) / granularitySeconds[name] < maxGraphPoints);
  const described = changes.length === 0 ? stream : changes.findLast(({ created_at: at }) => at <= (peak_at ?? ''));
  const shown = peak_at === null ? undefined : described;
  const rankBy = (figure: 'avg_viewers' | 'peak_viewers' | 'watchtime') => {
    const value = stream[figure];
    return value === null ? null : 1 + compared.filter((other) => (other[figure] ?? -1) > value).length;
  };
  return {
    ...{ ...stream, minutes, peak_at, peak_title: shown?.title ?? null, peak_game_name: shown?.game_name ?? null },
    is_peak_of_year: peak !== null && peak >= (peakOfYear ?? 0),
    compared_streams: compared.length,
    rank_by_avg_viewers: rankBy('avg_viewers'),
    rank_by_peak_viewers: rankBy('peak_viewers'),
    rank_by_watchtime: rankBy('watchtime'),
    graph: pathOf(`/v1/streams/${id}/graphs/${fitting ?? 'hourly'}`),
  };
}
