import { WebhookKind } from '../../../config/webhook-targets.js';
import { cutText } from '../../../streams/shown-text.js';
import { Notice } from './notice.js';

const maxTitle = 120;
const maxText = 500;

/** ntfy turns a longer message into a file. */
const maxBytes = 4_096;

/** The tag of each kind, which ntfy shows as an emoji, and its priority; 3 is the default of ntfy. */
const styles: Record<WebhookKind, readonly [tag: string, priority: number]> = {
  'stream.started': ['red_circle', 4],
  'stream.changed': ['pencil2', 3],
  'stream.ended': ['checkered_flag', 2],
  'data.stale': ['warning', 4],
  'data.fresh': ['white_check_mark', 3],
  'month.final': ['trophy', 2],
  'month.revised': ['trophy', 2],
  'report.week': ['bar_chart', 3],
  'report.month': ['bar_chart', 3],
};

/** Returns a message in the JSON form of ntfy, without its topic, which can be secret. */
export function toNtfyMessage(
  kind: WebhookKind,
  { title, text, path, fields = [], items = [] }: Notice,
  addressOf: (path: string) => string | undefined,
): object {
  const lines = fields.map(([name, value]) => `${name}: ${cutText(value, maxTitle)}`);
  const parts = items.map((item) => `${cutText(item.name, maxTitle)}\n${item.text}\n`);
  const page = path ? addressOf(path) : items.map((item) => item.page).find((one) => URL.canParse(one));
  const [tag, priority] = styles[kind];
  const message = cutBytes([...(text === undefined ? [] : [cutText(text, maxText)]), ...lines, ...parts]);
  return { title: cutText(title, maxTitle), message, tags: [tag], priority, ...(page && { click: page }) };
}

/** Joins as many texts as fit. */
function cutBytes(texts: readonly string[]): string {
  let message = '';
  for (const text of texts) {
    const next = message === '' ? text : `${message}\n${text}`;
    if (Buffer.byteLength(next) >= maxBytes) break;
    message = next;
  }
  return message.trim();
}
