import { cutText } from '../../../streams/shown-text.js';
import { Notice } from './notice.js';

/** Discord accepts 256 characters, with the ones that escape. */
const maxTitle = 120;
const maxText = 500;

/** Discord accepts descriptions of 4,096 characters. */
const maxDescription = 4_096;

/**
 * Returns a message in the form of Discord's webhooks. It mentions nobody. `addressOf` returns the address of a page; undefined
 * without `PUBLIC_URL`.
 */
export function toDiscordMessage(notice: Notice, addressOf: (path: string) => string | undefined): object {
  const { title, text, path, fields, items } = notice;
  const description = items ? joinItems(items) : text && line(text, maxText);
  const embed = {
    title: line(title),
    ...(description !== undefined && { description }),
    url: path && addressOf(path),
    fields: fields?.map(([name, value]) => ({ name, value: line(value), inline: true })),
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

/** Returns a paragraph for each item, as many as Discord accepts. Only pages with a whole address are linked. */
function joinItems(items: NonNullable<Notice['items']>): string {
  let all = '';
  for (const { name, text, page } of items) {
    const shown = `**${line(name, 40)}**`;
    const link = URL.canParse(page) ? `[${shown}](${page})` : shown;
    const next = `${all === '' ? '' : '\n\n'}${link}\n${text
      .split('\n')
      .map((one) => line(one))
      .join('\n')}`;
    if (all.length + next.length > maxDescription) break;
    all += next;
  }
  return all;
}

/** Returns a line of untrusted text without effects: Markdown is escaped, and so are mentions and links. */
function line(text: string, max = maxTitle): string {
  return cutText(text, max).replace(/[\\*_~`|>#[\]()<@:+.-]/g, '\\$&');
}
