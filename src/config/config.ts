import { PlatformName } from './platforms.js';

/** The configuration, read once from the environment. `.env.example` explains each variable. */
export class Config {
  readonly port: number;
  readonly host: string | undefined;
  readonly maxConnections: number | undefined;
  readonly databaseUrl: string | undefined;
  readonly databaseReaderUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly databasePrepared: boolean;
  readonly databaseDeadlineSeconds: number;
  /** Accepted bearer tokens. If the list is empty, the API needs no token. */
  readonly apiTokens: readonly string[];
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  readonly redisUrl: string | undefined;
  /** Express's `trust proxy`: false, a number of hops, or the addresses of proxies. */
  readonly trustProxy: false | number | string[];
  readonly corsOrigins: readonly string[];
  readonly drainSeconds: number;
  readonly docsEnabled: boolean;
  readonly pagesEnabled: boolean;
  readonly pagesImages: boolean;
  readonly embedOrigins: readonly string[];
  /** The name of the site on pages, in link previews and in embeds. */
  readonly siteName: string;
  /** The path of the page at `/`. */
  readonly homePage: string | undefined;
  /** The URL at which clients reach the API, without a trailing slash. */
  readonly publicUrl: string | undefined;
  readonly strictQuery: boolean;
  readonly logLevel: LogLevel;
  readonly accessLog: boolean;
  readonly metricsPort: number | undefined;
  readonly cacheTtlSeconds: number;
  readonly cacheStaleSeconds: number;
  readonly cacheMaxMegabytes: number;
  readonly leaderboardRefreshSeconds: number;
  readonly leaderboardMonths: number;
  readonly samplePartitions: PartitionLength;
  readonly seed: boolean | undefined;
  /** Whether the service collects if it has credentials and channels to watch. */
  readonly collect: boolean;
  /** Whether it has them, and so has a collector. */
  readonly collects: boolean;
  /** The platforms that have a client ID in the environment. */
  readonly accounts: readonly PlatformName[];
  /** The file with the targets of webhooks. */
  readonly webhooks: string | undefined;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The length of new partitions of viewer samples. */
export const partitionLengths = ['month', 'day'] as const;
export type PartitionLength = (typeof partitionLengths)[number];
export const defaultSamplePartitions = 'month';

export const defaultLeaderboardMonths = 25;
