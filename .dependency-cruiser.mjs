// Holds the layout of src (docs/architecture.md): a file imports from its own layer or from a lower one.
const layers = [
  ['config', 'logging', 'clock', 'lifecycle', 'generated', 'version'],
  ['http', 'database', 'figures', 'charts'],
  ['response-cache', 'rate-limit', 'auth', 'telemetry'],
  ['streams', 'streamer', 'leaderboard', 'games', 'totals', 'partners', 'events', 'meta', 'ingest'],
  ['pages', 'collect', 'jobs'],
  ['server'],
  ['commands', 'app.module', 'main'],
];
const foldersOf = (names) => `^src/(${names.join('|').replaceAll('.', '\\.')})(/|\\.ts$)`;

const upwards = layers.slice(0, -1).map((names, layer) => ({
  name: `layer-${layer + 1}-imports-upwards`,
  severity: 'error',
  from: { path: foldersOf(names) },
  to: { path: foldersOf(layers.slice(layer + 1).flat()) },
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
    ...upwards,
    ...siblings,
    {
      name: 'streams-or-meta-imports-another-topic',
      severity: 'error',
      from: { path: '^src/(streams|meta)/' },
      to: { path: foldersOf(layers[3]), pathNot: '^src/$1/' },
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
          '^src/((pages/browser|charts)/|figures/(time|local-hours)\\.ts|pages/(parts/duration-text|streamer/week-hours)\\.ts)|node_modules/d3-',
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
