import { WebhookKind } from '../../../config/webhook-targets.js';
import { changesOfFinalMonth } from '../../../leaderboard/boards.js';
import { LeaderboardMonth } from '../../../leaderboard/dto/leaderboard-month.response.js';
import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { LastStream } from '../../../streams/reports/last-stream.response.js';
import { plainText, untitled } from '../../../streams/shown-text.js';

/** The data of each kind of message. */
export interface WebhookData {
  'stream.started': LiveStream;
  'stream.ended': LastStream;
  'data.stale': PlatformData;
  'data.fresh': PlatformData;
  'month.final': LeaderboardMonth;
}

export interface PlatformData {
  platform: string;
  last_seen_at: string;
}

interface Embed {
  title: string;
  description?: string;
  url?: string | undefined;
  fields?: { name: string; value: string; inline: true }[];
}

/** Discord accepts 256 characters, with the ones that escape. */
const maxTitle = 120;
const maxText = 500;
const number = new Intl.NumberFormat('en-US');

/** The embed of each kind. `addressOf` returns the address of a page; undefined without `PUBLIC_URL`. */
const embeds: {
  [Kind in WebhookKind]: (data: WebhookData[Kind], addressOf: (path: string) => string | undefined) => Embed;
} = {
  'stream.started': ({ id, name, display_name, title, game_name, viewers }, addressOf) => ({
    title: line(`${plainText(display_name, name)} is live`),
    description: line(plainText(title, untitled.stream), maxText),
    url: addressOf(`/streams/${id}`),
    fields: fieldsOf({ Game: game_name, Viewers: viewers }),
  }),
  'stream.ended': (stream, addressOf) => ({
    title: line(`${plainText(stream.user_display_name, stream.streamer_id)} has ended the stream`),
    description: line(plainText(stream.title, untitled.stream), maxText),
    url: addressOf(`/streams/${stream.id}`),
    fields: fieldsOf({
      ...{ Game: stream.game_name, Minutes: stream.minutes, 'Average viewers': stream.avg_viewers },
      ...{ 'Peak viewers': stream.peak_viewers, 'Watchtime (viewer-minutes)': stream.watchtime },
    }),
  }),
  'data.stale': ({ platform, last_seen_at }, addressOf) => ({
    title: line(`The data of ${platform} is late`),
    description: line(`Last observation: ${last_seen_at}`),
    url: addressOf('/live'),
  }),
  'data.fresh': ({ platform, last_seen_at }, addressOf) => ({
    title: line(`The data of ${platform} is fresh again`),
    description: line(`Last observation: ${last_seen_at}`),
    url: addressOf('/live'),
  }),
  'month.final': ({ month, entries, games }, addressOf) => ({
    title: line(`The leaderboard of ${month} is final`),
    description: changesOfFinalMonth,
    url: addressOf(`/leaderboard?month=${month}`),
    fields: fieldsOf({ Streamers: entries, Games: games }),
  }),
};

/** Returns a message in the form of Discord's webhooks. It mentions nobody. */
export function toDiscordMessage<Kind extends WebhookKind>(
  kind: Kind,
  data: WebhookData[Kind],
  addressOf: (path: string) => string | undefined,
): object {
  return { embeds: [embeds[kind](data, addressOf)], allowed_mentions: { parse: [] } };
}

function fieldsOf(values: Readonly<Record<string, string | number | null>>): Embed['fields'] {
  return Object.entries(values).flatMap(([name, value]) => {
    const shown = typeof value === 'number' ? number.format(value) : line(plainText(value));
    return shown === '' ? [] : [{ name, value: shown, inline: true }];
  });
}

/** Returns a line of untrusted text without effects: Markdown is escaped, and so are mentions and links. */
function line(text: string, max = maxTitle): string {
  const characters = [...text];
  const cut = characters.length > max ? [...characters.slice(0, max - 1), '…'] : characters;
  return cut.join('').replace(/[\\*_~`|>#[\]()<@:+.-]/g, '\\$&');
}
