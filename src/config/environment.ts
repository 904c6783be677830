import { isIP } from 'node:net';
import { cleanEnv, EnvError, makeValidator } from 'envalid';
import { hasNoPreparedStatements, problemOfUrl } from './database-url.js';
import { Config, defaultLeaderboardMonths, defaultSamplePartitions, logLevels, partitionLengths } from './config.js';
import { platforms, variableOf } from './platforms.js';
import { Environment, fileVariable, secretNames, withSecretFiles } from './secret-files.js';

/** Some variables have invalid values. The message names each variable, its value and the valid values. */
export class ConfigError extends Error {}

const noWorkers = 'WORKERS is not supported. Run several instances behind a balancer, with REDIS_URL (docs/scale.md).';

/** Reads and validates the environment. Throws a {@link ConfigError} that lists all problems. */
export function loadConfig(environment: Environment = process.env): Readonly<Config> {
  const problems: string[] = [];
  if (environment.WORKERS) problems.push(noWorkers);
  const values = withSecretFiles(environment, (problem) => problems.push(problem));
  const reporter = ({ errors }: { errors: Record<string, Error> }) => refuse(environment, errors, problems);
  const { API_TOKEN: apiTokens, ...env } = cleanEnv(values, variables, { reporter });
  const accounts = platforms.filter((platform) => environment[variableOf(platform, 'CLIENT_ID')]);
  const isPooled = hasNoPreparedStatements(env.DATABASE_READER_URL ?? env.DATABASE_URL ?? '');
  return Object.freeze({
    ...(inCamelCase(env) as Config),
    apiTokens,
    databasePrepared: env.DATABASE_PREPARED && !isPooled,
    accounts,
    collects: env.COLLECT && env.DATABASE_URL !== undefined && accounts.length > 0 && hasChannels(environment),
    // Operators who require a token for the API do not expect pages that show the same data without a token.
    pagesEnabled: env.PAGES_ENABLED ?? apiTokens.length === 0,
  });
}

/** The collector checks the values. */
function hasChannels({ COLLECT_LOGINS: logins, COLLECT_ALL: all = '' }: Environment): boolean {
  return Boolean(logins) || !['', 'off', 'false', '0'].includes(all);
}

/** Converts the names of variables to names of properties: `RATE_LIMIT` becomes `rateLimit`. */
export function inCamelCase(env: object): object {
  const camelCase = (name: string) =>
    name.toLowerCase().replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [camelCase(name), value as unknown]));
}

/** The moment in `SEED_NOW`, or the current time. */
export function seedNow(environment: Environment): Date {
  const reporter = ({ errors }: { errors: object }) => refuse(environment, errors as Record<string, Error>);
  return cleanEnv(environment, { SEED_NOW: instant({ default: undefined }) }, { reporter }).SEED_NOW ?? new Date();
}

/** Validates an integer. Both bounds are inclusive. */
export function integer(min: number, max: number) {
  return makeValidator<number>((input: string) => {
    const value = Number(input);
    if (/^\d{1,10}$/.test(input) && value >= min && value <= max) return value;
    throw new EnvError(`an integer from ${min} to ${max}`);
  });
}

/** Validates a switch. */
export const onOff = makeValidator<boolean>((input: string) => {
  if (['on', 'true', '1'].includes(input)) return true;
  if (['off', 'false', '0'].includes(input)) return false;
  throw new EnvError('on or off');
});

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Validates a duration such as `30s` and converts it to milliseconds. */
export function duration(minMs: number, example: string) {
  return makeValidator<number>((input: string) => {
    const [, amount, unit = 's'] = /^([1-9]\d{0,4})([smhd])$/.exec(input) ?? [];
    const ms = Number(amount) * unitMs[unit as keyof typeof unitMs];
    if (ms >= minMs) return ms;
    throw new EnvError(`a duration in s, m, h or d such as ${example}, and at least ${minMs / 1000} s`);
  });
}

/** Validates one of some words. `expected` describes them. */
export function oneOf<Word extends string>(words: readonly Word[], expected = words.join(' or ')) {
  return makeValidator<Word>((input: string) => {
    const found = words.find((word) => word === input);
    if (found) return found;
    throw new EnvError(expected);
  });
}

/** Validated where the pages are known. */
const text = makeValidator<string>((input: string) => input);

const fileName = makeValidator<string>((input: string) => {
  if (/^@[^\0]+$/.test(input)) return input.slice(1);
  throw new EnvError('@ followed by the path of a file, such as @webhooks.json');
});

const address = makeValidator<string>((input: string) => {
  if (isIP(input) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(input)) return input;
  throw new EnvError('an IP address or a host name');
});

/** An error whose text follows the name of the variable and replaces the description of valid values. */
class SentenceError extends EnvError {}

const postgresUrl = makeValidator<string>((input: string) => {
  const problem = problemOfUrl(input);
  if (problem !== undefined) throw new SentenceError(problem);
  if (/^postgres(ql)?:\/\/\S+$/.test(input) && URL.canParse(input)) return input;
  throw new EnvError('a PostgreSQL URL such as postgresql://user:password@host:5432/database');
});

const redisUrl = makeValidator<string>((input: string) => {
  if (/^rediss?:\/\/\S+$/.test(input) && URL.canParse(input)) return input;
  throw new EnvError('a Redis URL such as redis://user:password@host:6379/0');
});

const minTokenLength = 16;
const tokens = makeValidator<readonly string[]>((input: string) => {
  const values = input.trim().split(/\s*[,\n]\s*/);
  if (values.every((token) => token.length >= minTokenLength && /^[\w.~+/=-]+$/.test(token))) return values;
  throw new EnvError(
    `one or more tokens, separated by commas, each of at least ${minTokenLength} characters from A-Z a-z 0-9 - . _ ~ + / =`,
  );
});

const proxies = makeValidator<false | number | string[]>((input: string) => {
  if (input === 'off') return false;
  if (/^[1-9]\d?$/.test(input)) return Number(input);
  const values = input.split(',').map((value) => value.trim());
  const names = ['loopback', 'linklocal', 'uniquelocal'];
  if (values.every((value) => names.includes(value) || isAddressRange(value))) return values;
  throw new EnvError(
    'off, a number of proxies from 1 to 99, or a comma-separated list of addresses, CIDR ranges, loopback, linklocal or uniquelocal',
  );
});

function isAddressRange(value: string): boolean {
  const [ip = '', bits, ...rest] = value.split('/');
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const origins = makeValidator<readonly string[]>((input: string) => {
  const values = input.split(',').map((value) => value.trim());
  const isOrigin = (value: string) =>
    value === '*' || (/^https?:[^*]*$/.test(value) && URL.canParse(value) && new URL(value).origin === value);
  if (values.every(isOrigin)) return values;
  throw new EnvError('* or origins such as https://dashboard.example.com, separated by commas');
});

const publicUrl = makeValidator<string>((input: string) => {
  const value = input.replace(/\/$/, '');
  // The path appears in headers and links, so it must not contain characters that need escaping there.
  const isPlain = /^https?:\/\/[^/?#@]+(\/[\w.~-]+)*$/.test(value) && URL.canParse(value);
  if (isPlain && new URL(value).href.replace(/\/$/, '') === value) return value;
  throw new EnvError('a URL without a query or fragment, such as https://stats.example.com/api');
});

const maxSiteNameLength = 40;
const siteName = makeValidator<string>((input: string) => {
  const value = input.trim();
  const isOneLine = !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value);
  if (value !== '' && value.length <= maxSiteNameLength && isOneLine) return value;
  throw new EnvError(`a name of 1 to ${maxSiteNameLength} characters on one line`);
});

const instant = makeValidator<Date | undefined>((input: string) => {
  const value = new Date(input);
  const isWritten = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(input);
  // The parser reads 30 February as 2 March.
  if (isWritten && !Number.isNaN(value.getTime()) && value.toISOString().startsWith(input.slice(0, 10))) return value;
  throw new EnvError('an ISO 8601 time in UTC such as 2026-10-01T12:00:00Z');
});

export const variables = {
  PORT: integer(0, 65_535)({ default: 3000 }),
  HOST: address({ default: undefined }),
  MAX_CONNECTIONS: integer(1, 1_000_000)({ default: undefined }),
  DATABASE_URL: postgresUrl({ default: undefined }),
  DATABASE_READER_URL: postgresUrl({ default: undefined }),
  DATABASE_POOL_SIZE: integer(1, 100)({ default: 8 }),
  DATABASE_PREPARED: onOff({ default: true }),
  DATABASE_DEADLINE_SECONDS: integer(1, 5)({ default: 2 }),
  API_TOKEN: tokens({ default: [] }),
  RATE_LIMIT: integer(1, 1_000_000_000)({ default: 300 }),
  RATE_WINDOW_SECONDS: integer(1, 86_400)({ default: 60 }),
  REDIS_URL: redisUrl({ default: undefined }),
  TRUST_PROXY: proxies({ default: false }),
  CORS_ORIGINS: origins({ default: [] }),
  DRAIN_SECONDS: integer(0, 60)({ default: 2 }),
  DOCS_ENABLED: onOff({ default: true }),
  PAGES_ENABLED: onOff({ default: undefined }),
  PAGES_IMAGES: onOff({ default: false }),
  EMBED_ORIGINS: origins({ default: [] }),
  PUBLIC_URL: publicUrl({ default: undefined }),
  SITE_NAME: siteName({ default: 'Streaming analytics' }),
  HOME_PAGE: text({ default: undefined }),
  STRICT_QUERY: onOff({ default: false }),
  LOG_LEVEL: oneOf(logLevels, `one of ${logLevels.join(', ')}`)({ default: 'info' }),
  ACCESS_LOG: onOff({ default: false }),
  METRICS_PORT: integer(0, 65_535)({ default: undefined }),
  CACHE_TTL_SECONDS: integer(0, 86_400)({ default: 15 }),
  CACHE_STALE_SECONDS: integer(0, 86_400)({ default: 600 }),
  CACHE_MAX_MEGABYTES: integer(1, 10_000)({ default: 24 }),
  LEADERBOARD_REFRESH_SECONDS: integer(0, 86_400)({ default: 300 }),
  LEADERBOARD_MONTHS: integer(0, 120)({ default: defaultLeaderboardMonths }),
  SAMPLE_PARTITIONS: oneOf(partitionLengths)({ default: defaultSamplePartitions }),
  SEED: onOff({ default: undefined }),
  WEBHOOKS: fileName({ default: undefined }),
  COLLECT: onOff({ default: false }),
};

const fromKubernetes = ' Kubernetes sets such addresses for Services. Set enableServiceLinks: false in the pod.';

/** Throws a {@link ConfigError} with a line for each wrong variable, without secrets. */
export function refuse(environment: Environment, errors: Record<string, Error>, problems: string[] = []): void {
  const lines = Object.entries(errors).map(([name, error]) => {
    const { message } = error;
    const isSecret = secretNames.includes(name);
    const source = isSecret && environment[name] === undefined ? `The content of ${fileVariable(name)}` : name;
    if (error instanceof SentenceError) return `${source} ${message}.`;
    const value = isSecret ? '(its value is not shown)' : JSON.stringify(environment[name] ?? '');
    const hint = value.startsWith('"tcp://') ? fromKubernetes : '';
    return `${source} is ${value}, but must be ${message}.${hint}`;
  });
  lines.push(...problems);
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
}
