import { Addressed, addressOf } from '../parts/names/link.js';

/** The size of a picture for links, in pixels. Chats crop other ratios. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The picture for links to pages without a picture of their own. */
export const sitePreview = '/previews/site.png';

export function streamerPreview(streamer: Addressed): string {
  return `/previews/streamers/${encodeURIComponent(addressOf(streamer))}.png`;
}

export function streamPreview(id: string): string {
  return `/previews/streams/${encodeURIComponent(id)}.png`;
}

export function eventPreview(id: string): string {
  return `/previews/events/${encodeURIComponent(id)}.png`;
}
