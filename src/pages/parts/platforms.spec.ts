import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { parseMarkup } from '../../../test/support/pages/markup.js';
import { encodeId } from '../../database/platforms/platform-ids.js';
import { dayMs } from '../../figures/time.js';
import { Site, SiteContext } from '../layout/site.js';
import { ChannelLink, RecordingLink } from './platforms.js';

const now = new Date('2026-06-15T12:00:00Z');
const twitch = { id: '71', name: 'ann' };
const kick = { id: String(encodeId('kick:7')), name: 'kick:ann-b' };
const seeded = { id: '100000001', name: 'aurora_plays' };

it.each([
  [twitch, 'https://twitch.tv/ann'],
  [kick, 'https://kick.com/ann-b'],
  [seeded, undefined],
  // A channel without a known login.
  [{ id: '71', name: '71' }, undefined],
])('links the platform of %j to the channel', (streamer, href) => {
  const link = parseMarkup(renderToString(h(ChannelLink, streamer))).querySelector('a');
  expect([link?.getAttribute('href'), link?.getAttribute('rel')]).toEqual([href, href && 'noreferrer']);
});

const ended = (ageMs: number) => new Date(now.getTime() - ageMs).toISOString();
const recorded = (ended_at: string | null) =>
  ({ platform: 'twitch', streamer_id: '71', vod_id: '5', ended_at }) as const;

it.each([
  ['ended 59 days ago', recorded(ended(59 * dayMs)), true],
  ['ended 60 days ago', recorded(ended(60 * dayMs)), true],
  ['ended more than 60 days ago', recorded(ended(60 * dayMs + 1)), false],
  ['is live', recorded(null), false],
  ['has no recording', { ...recorded(ended(0)), vod_id: null }, false],
  ['is on Kick', { ...recorded(ended(0)), platform: 'kick', streamer_id: kick.id } as const, false],
  ['is of the seed', { ...recorded(ended(0)), streamer_id: seeded.id }, false],
])('links recordings for 60 days: a stream that %s (%j, %p)', (_, stream, isLinked) => {
  const page = h(SiteContext.Provider, { value: { now } as Site, children: h(RecordingLink, { stream }) });
  const href = parseMarkup(renderToString(page)).querySelector('a')?.getAttribute('href');
  expect(href).toBe(isLinked ? 'https://twitch.tv/videos/5' : undefined);
});
