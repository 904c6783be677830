import { pageKinds, routesOf } from './kinds/page-kinds.js';

/** The paths of the pages and their files, in Express syntax. Browsers that request `/` receive one of them. */
export const pagePaths = [
  '/streamers/:name/streams.ics',
  '/streamers/:name/streams.atom',
  '/streamers/:name/now.txt',
  '/streamers/:name/last-stream.txt',
  '/search/suggestions',
  '/events.ics',
  '/events/:id/event.ics',
  '/share',
  '/download/:panel.csv',
  ...pageKinds.flatMap((kind) => Object.values(routesOf(kind)).flat()).map((path) => `/${path}`),
  '/previews/site.png',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-512.png',
  '/manifest.webmanifest',
  '/sitemap.xml',
];
