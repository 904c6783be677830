/** The paths of the pages and their files, as Express writes them. `/board` is what a browser gets for `/`. */
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
