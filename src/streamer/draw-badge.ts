import { badge } from '../charts/badge.js';
import { fullNumber, roundedQuotient, shortNumber, wordsFor } from '../charts/labels/number-labels.js';
import { lastSeenText } from '../charts/labels/time-labels.js';
import { BadgeMetric, BadgeQuery } from './dto/streamer.query.js';
import { StreamerProfile } from './dto/listed-streamer.response.js';
import { ThirtyDayStats } from './dto/window-stats.response.js';
import { shownFigure } from './shown-figure.js';

/** The data of a badge. */
export type BadgeFacts = StreamerProfile &
  Partial<ThirtyDayStats> & {
    /** Rank by watchtime; null if the streamer is not ranked. */
    rank?: number | null;
    /** Viewers of the live stream; null if unknown. */
    viewers?: number | null;
  };

interface BadgeText {
  label: string;
  value: number | null;
  /** Replaces a missing value. */
  missing?: string;
  /** Text after the number in the badge. */
  unit?: string;
  words: string;
}

const window = 'in the last 30 days';

/** Draws a figure of a streamer as a standalone SVG. */
export function drawBadge(facts: BadgeFacts, { metric, height, theme }: BadgeQuery, now: Date): string {
  const { label, value, title, isMuted } = textOf(facts, metric, now);
  return badge({
    label,
    value,
    title: `${facts.display_name}: ${title}`,
    description: `${label}: ${value}`,
    height,
    theme,
    isMuted,
  });
}

function textOf(facts: BadgeFacts, metric: BadgeMetric, now: Date) {
  if (metric === 'live') return describeLive(facts, now);
  if (metric === 'viewers') return describeViewers(facts, now);
  return metric === 'rank' ? describeRank(facts) : describeFigure(textsOf(facts)[metric]);
}

function describeRank({ rank }: BadgeFacts) {
  if (rank == null) return { label: 'rank', value: 'none', title: `no rank ${window}`, isMuted: true };
  const value = `#${fullNumber(rank)}`;
  return { label: 'rank', value, title: `rank ${value} by watchtime ${window}`, isMuted: false };
}

function describeLive({ is_live, is_stale, last_seen_at }: BadgeFacts, now: Date) {
  const value = is_stale && last_seen_at !== null ? lastSeenText(last_seen_at, now) : is_live ? 'live' : 'offline';
  return { label: 'stream', value, title: value, isMuted: !is_live || is_stale };
}

function describeViewers(facts: BadgeFacts, now: Date) {
  const label = 'viewers';
  if (!facts.is_live || facts.is_stale) return { ...describeLive(facts, now), label };
  return describeFigure({ label, value: facts.viewers ?? null, words: 'viewers of the live stream' });
}

function describeFigure({ label, value, missing = 'unknown', unit = '', words }: BadgeText) {
  if (value === null) return { label, value: missing, title: `${words}: ${missing}`, isMuted: true };
  return {
    label,
    value: `${shortNumber(value)}${unit}`,
    title: `${fullNumber(value)} ${wordsFor(value, words)}`,
    isMuted: false,
  };
}

/** Shows minutes as hours. */
function textsOf(facts: BadgeFacts): Record<Exclude<BadgeMetric, 'live' | 'viewers' | 'rank'>, BadgeText> {
  const { stream_count = 0, total_minutes = 0, avg_viewers = 0, peak_viewers = 0, watchtime = 0 } = facts;
  const figures = { stream_count, total_minutes, avg_viewers, peak_viewers, watchtime };
  const ofWindow = (key: keyof typeof figures, label: string, words: string, divisor = 1): BadgeText => {
    const shown = shownFigure(figures, key);
    return {
      ...{ label, words: `${words} ${window}`, unit: divisor === 1 ? '' : ' h' },
      value: shown === null ? null : roundedQuotient(shown, divisor),
      missing: stream_count === 0 ? 'no streams' : 'unknown',
    };
  };
  return {
    followers: { label: 'followers', value: facts.followers, words: 'followers' },
    avg_viewers: ofWindow('avg_viewers', 'average viewers', 'viewers on average'),
    peak_viewers: ofWindow('peak_viewers', 'peak viewers', 'peak viewers'),
    watchtime: ofWindow('watchtime', 'watched', 'hours watched', 60),
    total_minutes: ofWindow('total_minutes', 'streamed', 'hours streamed', 60),
    stream_count: ofWindow('stream_count', 'streams', 'streams'),
  };
}
