import { countText, fullNumber } from '../../charts/labels/number-labels.js';
import { ageText, fullMoment } from '../../charts/labels/time-labels.js';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { cutText, plainText } from '../../streams/shown-text.js';
import { durationText, minutesBetween } from '../parts/duration-text.js';

/** The characters of a message in Twitch's chat. */
const maxLine = 500;

/** Chats run a message that begins with one of these as a command. */
const commandStart = /^[/.!]/;

/** A streamer: the display name, and the name in the address. */
interface Names {
  display_name: string;
  name: string;
}

/** Returns a line about the live stream of a streamer. Unknown parts are left out. */
export function writeNow(names: Names, stream: LiveStream | undefined, now: Date): string {
  if (stream === undefined) return writeLine(names, 'is offline.');
  const { is_stale, last_seen_at, live_minutes, viewers } = stream;
  const isOver = is_stale && last_seen_at !== null;
  const state = isOver ? `was live ${ageText(last_seen_at, now)}` : `is live for ${durationText(live_minutes)}`;
  const watched = viewers === null ? '' : ` with ${countText(viewers, 'viewer')}`;
  return writeLine(names, `${state}${watched}`, stream);
}

/** Returns a line about the newest stream of a streamer that has ended. Unknown parts are left out. */
export function writeLastStream(names: Names, stream: StreamSummary | undefined): string {
  if (!stream?.ended_at) return writeLine(names, 'has no stream that has ended.');
  const { started_at, ended_at, avg_viewers: average, peak_viewers: peak } = stream;
  const figures = [
    ...(average === null ? [] : [`${fullNumber(average)} average`]),
    ...(peak === null ? [] : [`${fullNumber(peak)} peak`]),
  ];
  const watched = figures.length === 0 ? '' : ` with ${figures.join(' and ')} viewers`;
  const length = durationText(minutesBetween(started_at, ended_at));
  return writeLine(names, `streamed for ${length} until ${fullMoment(new Date(ended_at))} UTC${watched}`, stream);
}

type Description = Pick<LiveStream, 'title' | 'game_name'>;

function writeLine({ display_name, name }: Names, state: string, stream?: Description): string {
  const shown = plainText(display_name, name);
  const title = plainText(stream?.title ?? null);
  const game = plainText(stream?.game_name ?? null);
  const about = [title, ...(game === '' ? [] : [`(${game})`])].filter((text) => text !== '').join(' ');
  const line = `${commandStart.test(shown) ? name : shown} ${state}${about === '' ? '' : `: ${about}`}`;
  return cutText(line, maxLine);
}
