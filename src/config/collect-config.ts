import { cleanEnv, EnvError, makeValidator, ValidatorSpec } from 'envalid';
import { ConfigError, duration, inCamelCase, integer, oneOf, onOff, refuse } from './environment.js';
import { platformDescriptors } from './platform-descriptors.js';
import {
  credentialsOf,
  exampleLogins,
  loginDescription,
  mainPlatform,
  PlatformName,
  platformOfName,
  platforms,
  platformTitles,
  readLogin,
  variableOf,
} from './platforms.js';
import { Environment, withSecretFiles } from './secret-files.js';

/** The configuration of a collector, read from the environment. `.env.example` explains each variable. */
export interface CollectConfig extends ReturnType<typeof sharedConfig> {
  readonly platform: PlatformName;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Without a trailing slash, like the other URLs. */
  readonly apiUrl: string;
  readonly authUrl: string;
  /** Empty if the collector cannot read the chats of the platform. */
  readonly chatUrl: string;
  readonly requestsPerMinute: number;
  /** Undefined if the collector watches the whole platform. */
  readonly logins: LoginSource | undefined;
  /** The variables that are missing for a collector of another platform, whose names in COLLECT_LOGINS nobody watches. */
  readonly missing: Readonly<Partial<Record<PlatformName, string>>>;
  readonly everyMs: number;
  readonly spool: string;
  readonly metricsPort: number | undefined;
  readonly chat: boolean;
  /** Whether COLLECT_CHAT is set, although the collector cannot read the chats of the platform. */
  readonly ignoresChat: boolean;
}

type Account = Pick<
  CollectConfig,
  'clientId' | 'clientSecret' | 'apiUrl' | 'authUrl' | 'chatUrl' | 'requestsPerMinute'
>;

/** The valid and the malformed channel names of a list. */
export interface Logins {
  readonly names: readonly string[];
  readonly bad: readonly string[];
}

/** Channel names of any platform, or the file that contains them. */
export type LoginSource = Logins | { readonly file: string };

const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'];

const whatToWatch = `Set COLLECT_LOGINS to the names of the channels to watch, such as COLLECT_LOGINS=${exampleLogins} or COLLECT_LOGINS=@channels.txt, or COLLECT_ALL=on to watch all channels.`;

type Variables = ReturnType<typeof readVariables>;

/**
 * Reads and validates the environment. Returns the configuration of the collector of COLLECT_PLATFORM, or one for each platform that has
 * credentials and channels to watch. Throws a {@link ConfigError} that lists all problems.
 */
export function loadCollectConfigs(environment: Environment): CollectConfig[] {
  const problems: string[] = [];
  const values = withSecretFiles(environment, (problem) => problems.push(problem));
  const env = readVariables(values, environment, problems);
  for (const name of proxies.flatMap((one) => [one, one.toLowerCase()])) {
    const value = values[name] ?? '';
    const isProxy = /^https?:\/\//.test(value) && URL.canParse(value);
    // The value may contain a password.
    if (value !== '' && !isProxy)
      problems.push(`${name} must be a URL of a proxy, such as http://proxy.example.com:3128.`);
  }
  const { COLLECT_LOGINS: logins } = env;
  if (logins && env.COLLECT_ALL) problems.push('COLLECT_LOGINS and COLLECT_ALL=on are both set. Set only one of them.');
  if (!logins && !env.COLLECT_ALL) problems.push(`No channels to watch. ${whatToWatch}`);
  if (env.COLLECT_CHAT && env.COLLECT_ALL)
    problems.push('COLLECT_CHAT=on requires COLLECT_LOGINS. It does not work with COLLECT_ALL.');
  const ready = listReady(env);
  const chosen = env.COLLECT_PLATFORM ? [env.COLLECT_PLATFORM] : ready;
  const configs = chosen.map((platform) => configOf(platform, ready, env, problems));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return configs;
}

function readVariables(values: Environment, environment: Environment, problems: readonly string[]) {
  return cleanEnv(values, collectVariables, { reporter: ({ errors }) => refuse(environment, errors, [...problems]) });
}

/**
 * The platforms that have credentials and names in COLLECT_LOGINS, or else credentials, or else names. A file of names may get
 * names of any platform later.
 */
function listReady(env: Variables): readonly PlatformName[] {
  const { COLLECT_LOGINS: logins } = env;
  const withAccount = platforms.filter((platform) => missingOf(platform, env).length < 2);
  const isNamed = (platform: PlatformName) =>
    !logins || 'file' in logins || loginsOf(logins, platform).names.length > 0;
  const ready = withAccount.filter(isNamed);
  if (ready.length > 0) return ready;
  if (withAccount.length > 0) return withAccount;
  return logins && 'names' in logins ? platforms.filter(isNamed) : [mainPlatform];
}

/** The missing variables with the credentials of a platform. */
function missingOf(platform: PlatformName, env: Variables): string[] {
  return credentialsOf(platform).filter((name) => !env[name as keyof Variables]);
}

function listMissing(env: Variables): CollectConfig['missing'] {
  const missing = platforms.map((platform) => [platform, missingOf(platform, env).join(' and ')] as const);
  return Object.fromEntries(missing.filter(([, names]) => names !== ''));
}

function configOf(
  platform: PlatformName,
  ready: readonly PlatformName[],
  env: Variables,
  problems: string[],
): CollectConfig {
  const account = accountOf(platform, env);
  const needed = missingOf(platform, env).join(' and ');
  if (needed !== '')
    problems.push(`${needed} must be set. ${platformDescriptors[platform].sentences.whereCredentialsAre}`);
  // With COLLECT_PLATFORM, another process may watch the other names. Otherwise, one of the collectors warns.
  const missing = env.COLLECT_PLATFORM || platform !== ready[0] ? {} : listMissing(env);
  const { COLLECT_LOGINS: logins } = env;
  if (logins && 'names' in logins && loginsOf(logins, platform).names.length === 0) {
    const advice = Object.values(missing).map((names) => `For its other channels, set ${names}. `);
    problems.push(
      `COLLECT_LOGINS contains no channel of ${platformTitles[platform]}. ${advice.join('')}${whatToWatch}`,
    );
  }
  const port = env.COLLECT_METRICS_PORT;
  return {
    ...sharedConfig(env),
    ...{ ...account, platform, logins, missing },
    everyMs: env.COLLECT_EVERY ?? (logins ? 60_000 : 120_000),
    // Processes with different COLLECT_PLATFORM can share one .env.
    spool: platform === mainPlatform ? env.COLLECT_SPOOL : `${env.COLLECT_SPOOL}-${platform}`,
    metricsPort: port ? port + Math.max(ready.indexOf(platform), 0) : port,
    chat: env.COLLECT_CHAT && account.chatUrl !== '',
    ignoresChat: env.COLLECT_CHAT && account.chatUrl === '',
  };
}

/** The values of a platform's variables: `apiUrl` is TWITCH_API_URL. */
function accountOf(platform: PlatformName, env: Variables): Account {
  const prefix = variableOf(platform, '');
  const { requestsPerMinute } = platformDescriptors[platform].connection;
  const own = Object.entries(env).filter(([name]) => name.startsWith(prefix));
  const values = Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value ?? '']));
  return { requestsPerMinute, chatUrl: '', ...inCamelCase(values) } as Account;
}

function sharedConfig(env: Variables) {
  return {
    minViewers: env.COLLECT_MIN_VIEWERS,
    followersEveryMs: env.COLLECT_FOLLOWERS_EVERY,
    spoolMegabytes: env.COLLECT_SPOOL_MEGABYTES,
    /** How long collected data is kept. Undefined keeps the data forever. */
    keepMs: env.COLLECT_KEEP,
  };
}

/** Returns the names of a platform. A malformed name belongs to the main platform unless it has a prefix. */
export function loginsOf({ names, bad }: Logins, platform: PlatformName): Logins {
  const isOfPlatform = (name: string) => platformOfName(name) === platform;
  return { names: names.filter(isOfPlatform), bad: bad.filter(isOfPlatform) };
}

/** Reads names separated by commas or line breaks, in lower case, without duplicates and # comment lines. */
export function readLogins(text: string): Logins {
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('#'));
  const given = lines.flatMap((line) => line.split(',')).map((name) => name.trim());
  return {
    names: [...new Set(given.flatMap((name) => readLogin(name) ?? []))],
    bad: [...new Set(given.filter((name) => name !== '' && readLogin(name) === null))],
  };
}

const plain = makeValidator<string>((input: string) => {
  if (/^[\x21-\x7e]+$/.test(input)) return input;
  throw new EnvError('a text without spaces, as shown on the website of the platform');
});

const logins = makeValidator<LoginSource>((input: string) => {
  if (/^@./.test(input)) return { file: input.slice(1) };
  const read = readLogins(input);
  if (read.names.length > 0) return read;
  throw new EnvError(
    `channel names (${loginDescription}), separated by commas, or @ followed by the path of a file with channel names`,
  );
});

function url(protocols: string) {
  return makeValidator<string>((input: string) => {
    const value = input.replace(/\/$/, '');
    if (new RegExp(`^(${protocols})://[^?#]+$`).test(value) && URL.canParse(value)) return value;
    throw new EnvError(`a URL that begins with ${protocols.split('|').join(':// or ')}://, without query and fragment`);
  });
}

const folder = makeValidator<string>((input: string) => {
  if (input !== '' && !input.includes('\0')) return input;
  throw new EnvError('the path of a folder');
});

const platformValidators: Record<string, (spec: { default: never }) => ValidatorSpec<unknown>> = {
  CLIENT_ID: plain,
  CLIENT_SECRET: plain,
  API_URL: url('https|http'),
  AUTH_URL: url('https|http'),
  CHAT_URL: url('wss|ws'),
  REQUESTS_PER_MINUTE: integer(1, 100_000),
};

function variablesOf(platform: PlatformName) {
  const { variables } = platformDescriptors[platform].connection;
  const defaults = Object.entries({ CLIENT_ID: undefined, CLIENT_SECRET: undefined, ...variables });
  return defaults.map(([name, value]) => [
    variableOf(platform, name),
    platformValidators[name]?.({ default: value as never }),
  ]);
}

export const collectVariables = {
  ...(Object.fromEntries(platforms.flatMap(variablesOf)) as object),
  COLLECT_PLATFORM: oneOf(platforms)({ default: undefined }),
  COLLECT_LOGINS: logins({ default: undefined }),
  COLLECT_ALL: onOff({ default: false }),
  COLLECT_MIN_VIEWERS: integer(0, 1_000_000)({ default: 5 }),
  COLLECT_EVERY: duration(1_000, '1m')({ default: undefined }),
  COLLECT_FOLLOWERS_EVERY: duration(60_000, '1h')({ default: 3_600_000 }),
  COLLECT_SPOOL: folder({ default: '.data/collect.spool' }),
  COLLECT_SPOOL_MEGABYTES: integer(1, 100_000)({ default: 256 }),
  COLLECT_KEEP: duration(3_600_000, '24h')({ default: undefined }),
  COLLECT_METRICS_PORT: integer(0, 65_535)({ default: undefined }),
  COLLECT_CHAT: onOff({ default: false }),
};
