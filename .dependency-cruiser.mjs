// Holds the layout of src (docs/architecture.md): the layers in order, and the folders of each layer in order. A file imports from
// its own folder or from an earlier one, so folders cannot import each other in a circle.
const layers = [
  ['clock', 'config', 'version', 'generated', 'logging', 'lifecycle'],
  ['database', 'figures', 'charts', 'http'],
  ['response-cache', 'rate-limit', 'auth', 'telemetry'],
  ['streams', 'leaderboard', 'streamer', 'games', 'events', 'partners', 'totals', 'meta', 'ingest'],
  ['jobs', 'collect', 'pages'],
  ['server'],
  ['commands', 'app.module', 'main'],
];
const folders = layers.flat();
const foldersOf = (names) => `^src/(${names.join('|').replaceAll('.', '\\.')})(/|\\.ts$)`;

const inOrder = folders.slice(0, -1).map((name, place) => ({
  name: `${name}-imports-a-later-folder`,
  severity: 'error',
  from: { path: foldersOf([name]) },
  to: { path: foldersOf(folders.slice(place + 1)) },
}));

/** Folders of one layer that must not import each other. */
const siblings = layers[2].map((name) => ({
  name: `${name}-imports-a-sibling`,
  severity: 'error',
  from: { path: foldersOf([name]) },
  to: { path: foldersOf(layers.find((names) => names.includes(name)).filter((other) => other !== name)) },
}));

export default {
  forbidden: [
    { name: 'circular-import', severity: 'error', from: {}, to: { circular: true } },
    ...inOrder,
    {
      name: 'folder-without-a-place',
      comment: 'Add the folder to the layers.',
      severity: 'error',
      from: { path: '^src/', pathNot: foldersOf([...folders, 'embedded-postgres']) },
      to: {},
    },
    ...siblings,
    {
      name: 'meta-imports-another-topic',
      severity: 'error',
      from: { path: '^src/meta/' },
      to: { path: foldersOf(layers[3]), pathNot: '^src/meta/' },
    },
    {
      name: 'charts-import-other-folders',
      comment: 'Charts receive all data as arguments.',
      severity: 'error',
      from: { path: '^src/charts/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src/(?!charts/|figures/time\\.ts)|node_modules/(?!d3-|@types/d3-|@types/jest))' },
    },
    {
      name: 'repository-of-another-topic',
      comment: 'A topic calls the service of another topic.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '\\.repository\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'commands-import-the-server',
      severity: 'error',
      from: { path: foldersOf(['commands', 'collect', 'jobs']) },
      to: { path: foldersOf(['server', 'pages', ...layers[2]]) },
    },
    {
      name: 'server-imports-commands',
      severity: 'error',
      from: { path: foldersOf(['main', 'app.module', 'server']) },
      to: { path: foldersOf(['commands', 'collect', 'jobs']) },
    },
    {
      name: 'embedded-postgres-imports-the-project',
      severity: 'error',
      from: { path: foldersOf(['embedded-postgres']) },
      to: { path: '^src/(?!embedded-postgres/)' },
    },
    {
      name: 'imports-embedded-postgres',
      severity: 'error',
      from: { path: '^src/(?!embedded-postgres/)' },
      to: { path: foldersOf(['embedded-postgres']) },
    },
    {
      name: 'static-import-of-optional-package',
      comment: 'Few servers need these packages: load them by import() (docs/dependencies.md).',
      severity: 'error',
      // A thread starts only if it has something to draw.
      from: { pathNot: '/draw-png\\.mjs$' },
      to: {
        path: 'node_modules/(@resvg/resvg-js|https-proxy-agent|ioredis|tinypool|pino-pretty|undici|ws)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-scripts-import-the-service',
      comment: 'A bundle contains every file that its script reaches.',
      severity: 'error',
      from: { path: '^src/pages/browser/' },
      to: {
        pathNot:
          '^src/((pages/browser|charts)/|figures/time\\.ts|pages/parts/(duration-text|ranges/calendar-range)\\.ts)|node_modules/d3-',
        reachable: true,
      },
    },
    {
      name: 'product-imports-tests',
      severity: 'error',
      from: { pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/|\\.spec\\.ts$' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules|src/generated' },
    exclude: { path: 'src/generated/.*' },
  },
};
