/** The paths of the pages and their files, in Express syntax. Browsers that request `/` receive `/board`. */
export const pagePaths = [
  '/board',
  '/streamers/:name',
  '/streams/:id',
  '/live',
  '/search',
  '/events',
  '/events/:id',
  '/games',
  '/games/:name',
  '/compare',
  '/about',
  '/embed/streamers/:name/:graph',
  '/assets/:file',
];
