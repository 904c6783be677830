import { readFileSync } from 'node:fs';
import { Config } from './config.js';
import { loadCollectConfigs } from './collect-config.js';
import { ConfigError, loadConfig, seedNow } from './environment.js';

interface VariableCase {
  property: keyof Config;
  fallback: unknown;
  /** Valid values, each with the parsed result. */
  good: [string, unknown][];
  /** The description of valid values in the message. */
  words: string;
  bad: string[];
  /** True if the default depends on other variables. */
  depends?: boolean;
}

const urlWords = 'a PostgreSQL URL such as postgresql://user:password@host:5432/database';
const url = 'postgresql://analytics:secret@localhost:5432/analytics';
const badUrls = ['localhost', 'postgresql://', 'postgresql://host:port/database'];

const booleans: Pick<VariableCase, 'good' | 'words' | 'bad'> = {
  good: [
    ['on', true],
    ['true', true],
    ['1', true],
    ['off', false],
    ['false', false],
    ['0', false],
  ],
  words: 'on or off',
  bad: ['', 'yes', 'ON', ' on', '2'],
};

function integers(min: number, max: number): Pick<VariableCase, 'good' | 'words' | 'bad'> {
  return {
    good: [min, max].map((value) => [String(value), value]),
    words: `an integer from ${min} to ${max}`,
    bad: ['', ' 1', '1.5', '1e3', '0x10', '-1', '+1', 'many', String(max + 1), ...(min > 0 ? [String(min - 1)] : [])],
  };
}

const variables: Record<string, VariableCase> = {
  CACHE_TTL_SECONDS: { property: 'cacheTtlSeconds', fallback: 15, ...integers(0, 86_400) },
  CACHE_STALE_SECONDS: { property: 'cacheStaleSeconds', fallback: 600, ...integers(0, 86_400) },
  CACHE_MAX_MEGABYTES: { property: 'cacheMaxMegabytes', fallback: 24, ...integers(1, 10_000) },
  LEADERBOARD_REFRESH_SECONDS: { property: 'leaderboardRefreshSeconds', fallback: 300, ...integers(0, 86_400) },
  LEADERBOARD_MONTHS: { property: 'leaderboardMonths', fallback: 25, ...integers(0, 120) },
  SAMPLE_PARTITIONS: {
    property: 'samplePartitions',
    fallback: 'month',
    good: ['month', 'day'].map((length) => [length, length]),
    words: 'month or day',
    bad: ['', 'days', 'Day'],
  },
  SEED: { property: 'seed', fallback: undefined, ...booleans },
  ACCESS_LOG: { property: 'accessLog', fallback: false, ...booleans },
  METRICS_PORT: { property: 'metricsPort', fallback: undefined, ...integers(0, 65_535) },
  DRAIN_SECONDS: { property: 'drainSeconds', fallback: 2, ...integers(0, 60) },
  MAX_CONNECTIONS: { property: 'maxConnections', fallback: undefined, ...integers(1, 1_000_000) },
  PORT: { property: 'port', fallback: 3000, ...integers(0, 65_535) },
  HOST: {
    property: 'host',
    fallback: undefined,
    good: ['127.0.0.1', '::', 'localhost', 'api.example.com'].map((host) => [host, host]),
    words: 'an IP address or a host name',
    bad: ['', 'a b', '-host', 'host:80', 'http://host'],
  },
  DATABASE_URL: { property: 'databaseUrl', fallback: undefined, good: [[url, url]], words: urlWords, bad: badUrls },
  DATABASE_READER_URL: {
    property: 'databaseReaderUrl',
    fallback: undefined,
    good: [
      [url, url],
      ['postgres://reader@db', 'postgres://reader@db'],
    ],
    words: urlWords,
    bad: badUrls,
  },
  DATABASE_POOL_SIZE: { property: 'databasePoolSize', fallback: 8, ...integers(1, 100) },
  DATABASE_PREPARED: { property: 'databasePrepared', fallback: true, ...booleans },
  DATABASE_DEADLINE_SECONDS: { property: 'databaseDeadlineSeconds', fallback: 2, ...integers(1, 5) },
  API_TOKEN: {
    property: 'apiTokens',
    fallback: [],
    good: [
      ['0123456789abcdef', ['0123456789abcdef']],
      ['0123456789abcdef, AZaz09-._~+/=AZaz', ['0123456789abcdef', 'AZaz09-._~+/=AZaz']],
      ['0123456789abcdef\nAZaz09-._~+/=AZaz\n', ['0123456789abcdef', 'AZaz09-._~+/=AZaz']],
      ['0123456789abcdef,\r\n\r\nAZaz09-._~+/=AZaz', ['0123456789abcdef', 'AZaz09-._~+/=AZaz']],
    ],
    words: 'one or more tokens, separated by commas, each of at least 16 characters from A-Z a-z 0-9 - . _ ~ + / =',
    bad: [
      '',
      ',',
      'fifteen-letters',
      '0123456789abcdef,',
      '0123456789abcdef,short',
      '0123456789 abcdef',
      '0123456789abcdeé',
    ],
  },
  RATE_LIMIT: { property: 'rateLimit', fallback: 300, ...integers(1, 1_000_000_000) },
  RATE_WINDOW_SECONDS: { property: 'rateWindowSeconds', fallback: 60, ...integers(1, 86_400) },
  REDIS_URL: {
    property: 'redisUrl',
    fallback: undefined,
    good: ['redis://localhost', 'redis://:secret@localhost:6379/1', 'rediss://user:secret@cache.example.com:6380'].map(
      (text) => [text, text],
    ),
    words: 'a Redis URL such as redis://user:password@host:6379/0',
    bad: ['', 'localhost:6379', 'http://localhost', 'redis://', 'redis://host:port', 'redis://a b'],
  },
  TRUST_PROXY: {
    property: 'trustProxy',
    fallback: false,
    good: [
      ['off', false],
      ['1', 1],
      ['99', 99],
      ['loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
      ['::1,fd00::/8,192.0.2.7,linklocal,uniquelocal', ['::1', 'fd00::/8', '192.0.2.7', 'linklocal', 'uniquelocal']],
    ],
    words:
      'off, a number of proxies from 1 to 99, or a comma-separated list of addresses, CIDR ranges, loopback, linklocal or uniquelocal',
    bad: ['', '0', '100', 'on', 'true', '*', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0/8', 'proxy.example.com'],
  },
  CORS_ORIGINS: {
    property: 'corsOrigins',
    fallback: [],
    good: [
      ['*', ['*']],
      ['https://a.example.com, http://localhost:5173', ['https://a.example.com', 'http://localhost:5173']],
    ],
    words: '* or origins such as https://dashboard.example.com, separated by commas',
    bad: [
      ...['', 'a.example.com', 'https://a.example.com/', 'https://a.example.com/page', 'ftp://a.example.com', 'null'],
      'https://*.example.com',
    ],
  },
  PUBLIC_URL: {
    property: 'publicUrl',
    fallback: undefined,
    good: [
      ['https://stats.example.com', 'https://stats.example.com'],
      ['https://stats.example.com/', 'https://stats.example.com'],
      ['http://[::1]:8080/a/b-c/', 'http://[::1]:8080/a/b-c'],
    ],
    words: 'a URL without a query or fragment, such as https://stats.example.com/api',
    bad: [
      ...['', 'stats.example.com', 'ftp://stats.example.com', 'https://', 'https://a b/', 'https://user:secret@host/'],
      ...['https://host/api?x=1', 'https://host/#api', 'https://host//api', 'https://host/<', 'https://host/a;b'],
      ...['https://host/a\r\nb', 'https://host/../api', 'https://host/.'],
    ],
  },
  STRICT_QUERY: { property: 'strictQuery', fallback: false, ...booleans },
  DOCS_ENABLED: { property: 'docsEnabled', fallback: true, ...booleans },
  PAGES_ENABLED: { property: 'pagesEnabled', fallback: true, depends: true, ...booleans },
  PAGES_IMAGES: { property: 'pagesImages', fallback: false, ...booleans },
  EMBED_ORIGINS: {
    property: 'embedOrigins',
    fallback: [],
    good: [
      ['*', ['*']],
      ['https://a.example.com, http://localhost:8080', ['https://a.example.com', 'http://localhost:8080']],
    ],
    words: '* or origins such as https://dashboard.example.com, separated by commas',
    bad: ['', 'a.example.com', 'https://a.example.com/', 'https://a b', 'null', 'https://*.example.com'],
  },
  HOME_PAGE: { property: 'homePage', fallback: undefined, good: [['/live', '/live']], words: '', bad: [] },
  COLLECT: { property: 'collect', fallback: false, depends: true, ...booleans },
  SITE_NAME: {
    property: 'siteName',
    fallback: 'Streaming analytics',
    good: [
      ['Tallylight', 'Tallylight'],
      [' Chess & Go ', 'Chess & Go'],
      ['방송 통계', '방송 통계'],
      ['x'.repeat(40), 'x'.repeat(40)],
    ],
    words: 'a name of 1 to 40 characters on one line',
    bad: ['', ' ', 'x'.repeat(41), 'two\nlines', 'two\u2028lines', 'tab\there', '\uD800'],
  },
  WEBHOOKS: {
    property: 'webhooks',
    fallback: undefined,
    good: [
      ['@webhooks.json', 'webhooks.json'],
      ['@/etc/a b.json', '/etc/a b.json'],
    ],
    words: '@ followed by the path of a file, such as @webhooks.json',
    bad: ['', '@', '[]', 'webhooks.json'],
  },
  LOG_LEVEL: {
    property: 'logLevel',
    fallback: 'info',
    good: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => [level, level]),
    words: 'one of fatal, error, warn, info, debug, trace, silent',
    bad: ['', 'INFO', 'verbose'],
  },
};

it('switches pages off if tokens are configured and PAGES_ENABLED is not set', () => {
  const API_TOKEN = '0123456789abcdef';
  expect(loadConfig({ API_TOKEN }).pagesEnabled).toBe(false);
  expect(loadConfig({ API_TOKEN, PAGES_ENABLED: 'on' }).pagesEnabled).toBe(true);
  expect(loadConfig({ PAGES_ENABLED: 'off' }).pagesEnabled).toBe(false);
});

it('collects with COLLECT=on, credentials, channels and the owner of the tables', () => {
  const env = {
    COLLECT: 'on',
    DATABASE_URL: 'postgresql://localhost/a',
    KICK_CLIENT_ID: 'id',
    COLLECT_LOGINS: 'kick:a',
  };
  expect(loadConfig(env).collects).toBe(true);
  expect(loadConfig({ ...env, COLLECT_LOGINS: '', COLLECT_ALL: 'on' }).collects).toBe(true);
  for (const name of Object.keys(env))
    expect(loadConfig({ ...env, [name]: undefined, DATABASE_READER_URL: env.DATABASE_URL }).collects).toBe(false);
  expect(loadConfig({ ...env, COLLECT_LOGINS: '', COLLECT_ALL: 'off' }).collects).toBe(false);
});

const secrets = ['API_TOKEN', 'DATABASE_URL', 'DATABASE_READER_URL', 'REDIS_URL'];

it.each(Object.entries(variables))(
  '%s has a default, accepts valid values, and rejects others with a description of valid values',
  (name, { property, fallback, good, words, bad }) => {
    expect(loadConfig({})[property]).toEqual(fallback);
    for (const [text, value] of good) expect(loadConfig({ [name]: text })[property]).toEqual(value);
    for (const text of bad) {
      const shown = secrets.includes(name) ? '(its value is not shown)' : JSON.stringify(text);
      expect(messageFor({ [name]: text })).toBe(`${name} is ${shown}, but must be ${words}.`);
    }
  },
);

describe('configuration', () => {
  it('has a case above for each property', () => {
    // The collector reads the variables of accounts.
    const properties = [...Object.values(variables).map((variable) => variable.property), 'accounts', 'collects'];
    expect(properties.sort()).toEqual(Object.keys(loadConfig({})).sort());
  });

  it('is rejected if WORKERS is set and not empty', () => {
    expect(messageFor({ WORKERS: '2' })).toBe(
      'WORKERS is not supported. Run several instances behind a balancer, with REDIS_URL (docs/scale.md).',
    );
    expect(() => loadConfig({ WORKERS: '' })).not.toThrow();
  });

  it('is rejected with a line for each wrong variable', () => {
    expect(messageFor({ PORT: '70000', LOG_LEVEL: 'loud', RATE_LIMIT: '10' })).toBe(
      'PORT is "70000", but must be an integer from 0 to 65535.\n' +
        'LOG_LEVEL is "loud", but must be one of fatal, error, warn, info, debug, trace, silent.',
    );
  });

  it('is rejected with a hint if Kubernetes set a port for a Service with the name of the variable', () => {
    expect(messageFor({ METRICS_PORT: 'tcp://10.43.12.7:9464' })).toBe(
      'METRICS_PORT is "tcp://10.43.12.7:9464", but must be an integer from 0 to 65535. ' +
        'Kubernetes sets such addresses for Services. Set enableServiceLinks: false in the pod.',
    );
  });

  it('is rejected without showing a secret if another variable is wrong too', () => {
    const wrong = {
      API_TOKEN: 'hunter2',
      DATABASE_URL: 'mysql://root:hunter2@host/db',
      REDIS_URL: 'http://:hunter2@host',
      PORT: 'x',
    };
    expect(messageFor(wrong)).not.toContain('hunter2');
  });

  it('is rejected with the value on one line, even if the value contains line breaks', () => {
    expect(messageFor({ HOST: 'a\nb' })).toBe('HOST is "a\\nb", but must be an IP address or a host name.');
  });
});

describe('SEED_NOW', () => {
  const words = 'an ISO 8601 time in UTC such as 2026-10-01T12:00:00Z';

  it('is the current time if not set', () => {
    const before = Date.now();
    expect(seedNow({}).getTime()).toBeGreaterThanOrEqual(before);
    expect(seedNow({}).getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('accepts a date or a moment in UTC', () => {
    for (const [text, moment] of [
      ['2026-10-01', '2026-10-01T00:00:00.000Z'],
      ['2026-10-01T12:00Z', '2026-10-01T12:00:00.000Z'],
      ['2026-10-01T12:00:00.5Z', '2026-10-01T12:00:00.500Z'],
    ] as const) {
      expect(seedNow({ SEED_NOW: text }).toISOString()).toBe(moment);
    }
  });

  it('rejects others with a description of valid values', () => {
    for (const text of ['', 'yesterday', '2026-13-01', '2026-02-30', '2026-10-01T12:00:00+02:00', '1790000000']) {
      expect(() => seedNow({ SEED_NOW: text })).toThrow(`SEED_NOW is "${text}", but must be ${words}.`);
    }
  });
});

describe('.env.example', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const lines = [...example.matchAll(/^(#?)([A-Z_]+)=(.*)$/gm)].map(([, hash, name, value]) => ({
    isSet: hash === '',
    name: name ?? '',
    value: value ?? '',
  }));

  it('contains every variable once, and no others', () => {
    const read = [...Object.keys(variables), 'DATA_DIR', 'SEED_NOW'];
    const isOfCollector = (name: string) => /^(COLLECT|TWITCH|KICK|NODE)_|^(HTTPS|NO)_PROXY$/.test(name);
    const names = lines.map(({ name }) => name).filter((name) => !isOfCollector(name));
    expect(names.sort()).toEqual(read.sort());
  });

  it('shows the default of each variable, and leaves variables without a default unset', () => {
    for (const { isSet, name, value } of lines) {
      const variable = variables[name];
      if (!variable) continue;
      expect({ name, isSet }).toEqual({ name, isSet: hasDefault(variable) });
      if (isSet)
        expect({ name, value: loadConfig({ [name]: value })[variable.property] }).toEqual({
          name,
          value: variable.fallback,
        });
    }
    expect(lines.find(({ name }) => name === 'DATA_DIR')).toEqual({ isSet: true, name: 'DATA_DIR', value: '.data' });
    expect(lines.find(({ name }) => name === 'SEED_NOW')?.isSet).toBe(false);
  });

  it('shows valid examples', () => {
    const examples = Object.fromEntries(lines.map(({ name, value }) => [name, value]));
    expect(() => loadConfig(examples)).not.toThrow();
    expect(() => seedNow(examples)).not.toThrow();
    expect(() => loadCollectConfigs(examples)).not.toThrow();
  });
});

describe('database URL', () => {
  it('with a problem is rejected with a sentence about the problem, in each variable and file', () => {
    const DATABASE_READER_URL = 'postgresql://a:secret@one/analytics?schema=other';
    const sentence =
      'names a schema other than public. Remove the parameter schema, and use a separate database for the service.';
    expect(messageFor({ DATABASE_READER_URL, DATABASE_URL: '"postgresql://a:secret@one/d"' })).toBe(
      `DATABASE_URL has quotes around it. Remove the quotes.\nDATABASE_READER_URL ${sentence}`,
    );
  });

  it('with pgbouncer=true switches prepared statements off', () => {
    const DATABASE_READER_URL = 'postgresql://a@one/d?pgbouncer=true';
    expect(loadConfig({ DATABASE_READER_URL }).databasePrepared).toBe(false);
    expect(loadConfig({ DATABASE_URL: DATABASE_READER_URL, DATABASE_READER_URL: url }).databasePrepared).toBe(true);
  });
});

/** False for unset variables, empty lists and defaults that depend on other variables: a file cannot show these. */
function hasDefault({ fallback, depends = false }: VariableCase): boolean {
  return fallback !== undefined && !Array.isArray(fallback) && !depends;
}

function messageFor(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}
