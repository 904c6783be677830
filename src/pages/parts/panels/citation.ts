import { countText } from '../../../charts/labels/number-labels.js';
import { channelCounts, CountName } from '../../../config/channel-counts.js';
import { fullDay, fullMoment } from '../../../charts/labels/time-labels.js';
import { minuteMs } from '../../../figures/time.js';
import { finalAfterMs } from '../../../figures/windows.js';
import { computeGain, CountPoint } from '../../../streamer/dto/channel-points.response.js';
import { StreamTime } from '../../../streams/detail/stream-summary.response.js';
import { PageRange, rangeText } from '../ranges/page-range.js';

/** How readers cite the figures of a page. */
export interface Citation {
  /** The name, the range and its figures. */
  text: string;
  /** Whether the figures are final, and why not. */
  state: string;
  /** The path of the page with fixed dates. */
  path: string;
  /** The name of the fixed dates, if the range ends now. */
  frozen?: string | undefined;
  /** The name and the path of the picture of a month or a year. */
  recap?: { name: string; path: string } | undefined;
}

interface Cited {
  name: string;
  figures: string;
  /** The time from which data is known, in milliseconds of Unix time. */
  since: number;
  range: PageRange;
  /** The dates in place of a range that ends now. */
  frozen: PageRange | undefined;
  window: { from: number; to: number };
  /** The streams in the range. */
  streams?: readonly StreamTime[];
  /** Whether the API says that the figures are final; undefined for figures that are not of streams. */
  isFinal?: boolean | undefined;
  pathOf: (query: PageRange['query']) => string;
}

interface Counted {
  counted: CountName;
  gainPoints: readonly CountPoint[];
}

/** Returns the citation of the figures of a page. */
export function citationOf(cited: Cited, now: Date): Citation {
  const { name, figures, since, range, frozen, window, pathOf } = cited;
  const known = since > window.from ? `, known since ${fullDay(new Date(since))}` : '';
  return {
    text: `${name}, ${rangeText(range, now)}${known}: ${figures}`,
    state: finalText(cited, now),
    path: pathOf((frozen ?? range).query),
    frozen: frozen?.title,
  };
}

/** Figures are final after the end of the range without a live stream, at the latest 48 hours later (decision "Windows"). */
function finalText({ range: { call, chosen }, streams = [], isFinal }: Cited, now: Date): string {
  const to = call && typeof chosen === 'object' ? chosen.to : Infinity;
  const latest = to + finalAfterMs;
  if (now.getTime() < to) return 'May still change, because the range is not over.';
  if (!isFinal && now.getTime() < latest) {
    const reason = isFinal === undefined ? 'the range ended less than 48 hours ago' : 'a stream of the range is live';
    return `May still change, because ${reason}.`;
  }
  const ends = streams.map(({ started_at, minutes }) => Date.parse(started_at) + minutes * minuteMs);
  const since = isFinal === undefined ? latest : Math.min(latest, Math.max(to, ...ends));
  return `Final since ${fullMoment(new Date(since))} UTC.`;
}

/** Writes a gain of followers or subscribers after other figures. */
export function gainText({ counted, gainPoints }: Counted): string {
  const gain = computeGain(gainPoints);
  return gain === null ? '' : `, ${gain < 0 ? '−' : '+'}${countText(Math.abs(gain), channelCounts[counted].one)}`;
}
