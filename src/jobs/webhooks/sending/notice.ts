import { isComparable, sinceOf } from '../../../figures/known-time.js';
import { ChangedProperty, WebhookKind } from '../../../config/webhook-targets.js';
import { countText, fullNumber } from '../../../charts/labels/number-labels.js';
import { changesOfFinalMonth } from '../../../leaderboard/boards.js';
import { LeaderboardMonth } from '../../../leaderboard/dto/leaderboard-month.response.js';
import { ReportedStreamer, StreamersReport } from '../../../streamer/dto/streamers-report.response.js';
import { WindowFigures } from '../../../streamer/dto/window-stats.response.js';
import { shownFigure } from '../../../streamer/shown-figure.js';
import { ChangedStream } from '../../../streams/live/changed-stream.response.js';
import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { LastStream } from '../../../streams/reports/last-stream.response.js';
import { plainText, untitled } from '../../../streams/shown-text.js';
import { readReportRange } from '../report-events.js';

/** The data of each kind of message. */
export interface WebhookData {
  'stream.started': LiveStream;
  'stream.changed': ChangedStream;
  'stream.ended': LastStream;
  'data.stale': PlatformData;
  'data.fresh': PlatformData;
  'month.final': LeaderboardMonth;
  'month.revised': LeaderboardMonth;
  'report.week': StreamersReport;
  'report.month': StreamersReport;
}

export interface PlatformData {
  platform: string;
  last_seen_at: string;
}

/** A message for people, as text without markup. */
export interface Notice {
  title: string;
  text?: string;
  /** Path of a page. */
  path?: string;
  fields?: readonly [name: string, value: string][];
  /** Parts with a page each. */
  items?: readonly { name: string; text: string; page: string }[];
}

const signed = new Intl.NumberFormat('en-US', { style: 'percent', signDisplay: 'exceptZero' });

const propertyNames: Record<ChangedProperty, string> = {
  title: 'Title',
  game_name: 'Game',
  language: 'Language',
  tags: 'Tags',
};

const month = (what: string) => (data: LeaderboardMonth) => ({
  title: `The leaderboard of ${data.month} ${what}`,
  text: changesOfFinalMonth,
  path: `/leaderboard?month=${data.month}`,
  fields: fieldsOf({ Streamers: data.entries, Games: data.games }),
});

const platform = (what: string) => (data: PlatformData) => ({
  ...{
    title: `The data of ${data.platform} is ${what}`,
    text: `Last observation: ${data.last_seen_at}`,
    path: '/live',
  },
});

const report = (what: string) => (data: StreamersReport) => ({
  title: `${what} ${data.range.replace('..', ' to ')} (${data.tz})`,
  items: data.streamers.map((streamer) => ({
    name: plainText(streamer.display_name, streamer.name),
    text: summarize(streamer, data),
    page: streamer.page,
  })),
});

const notices: { [Kind in WebhookKind]: (data: WebhookData[Kind]) => Notice } = {
  'stream.started': (stream) => ({
    title: `${plainText(stream.display_name, stream.name)} is live`,
    text: plainText(stream.title, untitled.stream),
    path: `/streams/${stream.id}`,
    fields: fieldsOf({ Game: stream.game_name, Viewers: stream.viewers }),
  }),
  'stream.changed': (stream) => ({
    title: `${plainText(stream.display_name, stream.name)} has changed the stream`,
    path: `/streams/${stream.id}`,
    fields: Object.entries(propertyNames).flatMap(([key, name]): [string, string][] => {
      const [before, after] = [stream.before, stream.after].map((values) => values[key as ChangedProperty]);
      return after === undefined ? [] : [[name, `${valueText(before)} → ${valueText(after)}`]];
    }),
  }),
  'stream.ended': (stream) => ({
    title: `${plainText(stream.user_display_name, stream.streamer_id)} has ended the stream`,
    text: plainText(stream.title, untitled.stream),
    path: `/streams/${stream.id}`,
    fields: fieldsOf({
      ...{ Game: stream.game_name, Minutes: stream.minutes, 'Average viewers': stream.avg_viewers },
      ...{ 'Peak viewers': stream.peak_viewers, 'Watchtime (viewer-minutes)': stream.watchtime },
    }),
  }),
  'data.stale': platform('late'),
  'data.fresh': platform('fresh again'),
  'month.final': month('is final'),
  'month.revised': month('has changed'),
  'report.week': report('Week'),
  'report.month': report('Month'),
};

export function noticeOf<Kind extends WebhookKind>(kind: Kind, data: WebhookData[Kind]): Notice {
  return notices[kind](data);
}

function fieldsOf(values: Readonly<Record<string, string | number | null>>): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const shown = typeof value === 'number' ? fullNumber(value) : plainText(value);
    return shown === '' ? [] : [[name, shown]];
  });
}

function valueText(value: string | readonly string[] | null | undefined): string {
  const text = typeof value === 'string' ? value : (value?.join(', ') ?? null);
  return plainText(text, 'none');
}

/**
 * Returns the figures of a streamer in two short lines. The change is left out without watchtime in the window before, and if too
 * little of one of the windows is known. Without watchtime, the rank means nothing.
 */
function summarize(streamer: ReportedStreamer, { range, tz }: StreamersReport): string {
  const { rank, previous, best_stream: best, known_since, stream_count: streams, total_minutes: minutes } = streamer;
  if (streams === 0) return 'No streams';
  const shown = (key: keyof WindowFigures) => shownFigure(streamer, key, best ? [best] : []);
  const textOf = (value: number | null) => (value === null ? 'unknown' : fullNumber(value));
  const inHours = (value: number) => Math.round(value / 60);
  const { before, ...window } = readReportRange(`${range} ${tz}`).window;
  const isKnown = [window, before].every((one) => isComparable(one, sinceOf(known_since)));
  const watchtime = shown('watchtime');
  const change =
    isKnown && previous.watchtime > 0 ? ` (${signed.format(streamer.watchtime / previous.watchtime - 1)})` : '';
  const place = rank === null ? '' : `, rank ${fullNumber(rank)}`;
  const counted = `${countText(streams, 'stream')} in ${fullNumber(inHours(minutes))} h`;
  return [
    watchtime === null ? 'viewer-hours unknown' : `${countText(inHours(watchtime), 'viewer-hour')}${change}${place}`,
    `${counted}, average ${textOf(shown('avg_viewers'))}, peak ${textOf(shown('peak_viewers'))}`,
  ].join('\n');
}
