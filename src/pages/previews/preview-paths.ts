/** The size of a picture for links, in pixels. Chats crop other ratios. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The picture for links to pages without a picture of their own. */
export const sitePreview = '/previews/site.png';

/** Returns the path of the picture for links to the page of a streamer, a stream or an event. */
export function previewOf(path: string): string {
  return `/previews${path}.png`;
}
