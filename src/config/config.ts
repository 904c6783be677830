/** The configuration, read once from the environment. `.env.example` explains each variable. */
export class Config {
  readonly port: number;
  readonly host: string | undefined;
  /** How many connections of clients may be open; by what the system lets the process open unless set. */
  readonly maxConnections: number | undefined;
  readonly databaseUrl: string | undefined;
  readonly databaseReaderUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly databasePrepared: boolean;
  /** How long an answer may take to load from the database, and each read of it. */
  readonly databaseDeadlineSeconds: number;
  /** The accepted bearer tokens. Without any, the API is open. */
  readonly apiTokens: readonly string[];
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  /** Where several instances count requests together. */
  readonly redisUrl: string | undefined;
  /** Express's `trust proxy`: false, a number of hops, or the addresses of proxies. */
  readonly trustProxy: false | number | string[];
  readonly corsOrigins: readonly string[];
  /** How long the service goes on answering after a SIGTERM, so that load balancers can turn away. */
  readonly drainSeconds: number;
  readonly docsEnabled: boolean;
  /** Whether there are pages for people. Everybody may open them, also where the API needs a token. */
  readonly pagesEnabled: boolean;
  /** Whether pages load the images of channels and events from where these are. */
  readonly pagesImages: boolean;
  /** Who may show the embeds in a frame. */
  readonly embedOrigins: readonly string[];
  /** Where clients reach the API, without a slash at its end. */
  readonly publicUrl: string | undefined;
  /** Whether unknown query parameters are a 400. */
  readonly strictQuery: boolean;
  readonly logLevel: LogLevel;
  /** Whether each request gets a line in the log. */
  readonly accessLog: boolean;
  /** The port that metrics are served on, if any. */
  readonly metricsPort: number | undefined;
  /** How long an answer is fresh; 0 switches the cache off. */
  readonly cacheTtlSeconds: number;
  /** How old an answer may get while the database is out of reach. */
  readonly cacheStaleSeconds: number;
  readonly cacheMaxMegabytes: number;
  /** How often the leaderboard is refreshed; 0 leaves that to others. */
  readonly leaderboardRefreshSeconds: number;
  /** Whether a database that never had data is seeded; whoever brings the database decides unless set. */
  readonly seed: boolean | undefined;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
