import { badge } from '../charts/badge.js';
import { fullNumber, roundedQuotient, shortNumber } from '../charts/labels/number-labels.js';
import { lastSeenText } from '../charts/labels/time-labels.js';
import { BadgeMetric, BadgeQuery } from './dto/streamer.query.js';
import { StreamerProfile } from './dto/listed-streamer.response.js';
import { ThirtyDayStats } from './dto/window-stats.response.js';

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
  /** Undefined if unknown. */
  value: number | undefined;
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
  return describeFigure({ label, value: facts.viewers ?? undefined, words: 'viewers of the live stream' });
}

function describeFigure({ label, value, unit = '', words }: BadgeText) {
  if (value === undefined) return { label, value: 'unknown', title: `${words}: unknown`, isMuted: true };
  return { label, value: `${shortNumber(value)}${unit}`, title: `${fullNumber(value)} ${words}`, isMuted: false };
}

/** Shows minutes as hours. */
function textsOf(facts: BadgeFacts): Record<Exclude<BadgeMetric, 'live' | 'viewers' | 'rank'>, BadgeText> {
  const { followers, avg_viewers, peak_viewers, watchtime = 0, total_minutes = 0, stream_count } = facts;
  return {
    followers: { label: 'followers', value: followers ?? undefined, words: 'followers' },
    avg_viewers: { label: 'average viewers', value: avg_viewers, words: `viewers on average ${window}` },
    peak_viewers: { label: 'peak viewers', value: peak_viewers, words: `peak viewers ${window}` },
    watchtime: {
      label: 'watched',
      value: roundedQuotient(watchtime, 60),
      unit: ' h',
      words: `hours watched ${window}`,
    },
    total_minutes: {
      label: 'streamed',
      value: roundedQuotient(total_minutes, 60),
      unit: ' h',
      words: `hours streamed ${window}`,
    },
    stream_count: { label: 'streams', value: stream_count, words: `streams ${window}` },
  };
}
