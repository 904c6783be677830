import { cleanEnv, EnvError, makeValidator } from 'envalid';
import { ConfigError, duration, integer, onOff, refuse } from './environment.js';
import { Environment, withSecretFiles } from './secret-files.js';

/** The configuration of `npm run collect`, read from the environment. `.env.example` explains each variable. */
export type CollectConfig = Readonly<ReturnType<typeof loadCollectConfig>>;

/** The valid and the malformed channel names of a list. */
export interface Logins {
  readonly names: readonly string[];
  readonly bad: readonly string[];
}

/** Channel names, or the file that contains them. */
export type LoginSource = Logins | { readonly file: string };

const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'];

const whereCredentialsAre =
  'Register an application at https://dev.twitch.tv/console/apps (any name, the redirect URL http://localhost, the client type "Confidential"), ' +
  'and set TWITCH_CLIENT_ID to its client ID and TWITCH_CLIENT_SECRET to a new client secret.';
const whatToWatch =
  'Set COLLECT_LOGINS to the names of the channels to watch, such as COLLECT_LOGINS=name1,name2 or COLLECT_LOGINS=@channels.txt, or COLLECT_ALL=on to watch all of Twitch.';

/** Reads and validates the environment. Throws a {@link ConfigError} that lists all problems. */
export function loadCollectConfig(environment: Environment = process.env) {
  const problems: string[] = [];
  const values = withSecretFiles(environment, (problem) => problems.push(problem));
  const env = cleanEnv(values, collectVariables, { reporter: ({ errors }) => refuse(environment, errors, problems) });
  for (const name of proxies.flatMap((one) => [one, one.toLowerCase()])) {
    const value = values[name] ?? '';
    const isProxy = /^https?:\/\//.test(value) && URL.canParse(value);
    // The value may contain a password.
    if (value !== '' && !isProxy)
      problems.push(`${name} must be a URL of a proxy, such as http://proxy.example.com:3128.`);
  }
  const { TWITCH_CLIENT_ID: clientId, TWITCH_CLIENT_SECRET: clientSecret, COLLECT_LOGINS: logins } = env;
  const missing = Object.entries({ TWITCH_CLIENT_ID: clientId, TWITCH_CLIENT_SECRET: clientSecret })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (missing.length > 0) problems.push(`${missing.join(' and ')} must be set. ${whereCredentialsAre}`);
  if (logins && env.COLLECT_ALL) problems.push('COLLECT_LOGINS and COLLECT_ALL=on are both set. Set only one of them.');
  if (!logins && !env.COLLECT_ALL) problems.push(`No channels to watch. ${whatToWatch}`);
  if (env.COLLECT_CHAT && env.COLLECT_ALL)
    problems.push('COLLECT_CHAT=on requires COLLECT_LOGINS. It does not work with COLLECT_ALL.');
  if (clientId === undefined || clientSecret === undefined || problems.length > 0) {
    throw new ConfigError(problems.join('\n'));
  }
  return {
    clientId,
    clientSecret,
    /** Without a trailing slash, like the other URLs. */
    apiUrl: env.TWITCH_API_URL,
    authUrl: env.TWITCH_AUTH_URL,
    chatUrl: env.TWITCH_CHAT_URL,
    /** Undefined if the collector watches the whole platform. */
    logins,
    minViewers: env.COLLECT_MIN_VIEWERS,
    everyMs: env.COLLECT_EVERY ?? (logins ? 60_000 : 120_000),
    followersEveryMs: env.COLLECT_FOLLOWERS_EVERY,
    spool: env.COLLECT_SPOOL,
    spoolMegabytes: env.COLLECT_SPOOL_MEGABYTES,
    /** How long collected data is kept. Undefined keeps the data forever. */
    keepMs: env.COLLECT_KEEP,
    metricsPort: env.COLLECT_METRICS_PORT,
    chat: env.COLLECT_CHAT,
  };
}

/** Reads names separated by commas or line breaks, in lower case, without duplicates and # comment lines. */
export function readLogins(text: string): Logins {
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('#'));
  const given = lines.flatMap((line) => line.split(',')).map((name) => name.trim());
  // Before toLowerCase, which converts the Kelvin sign to `k`.
  const isGood = (name: string) => /^[a-z0-9_]{1,25}$/i.test(name);
  return {
    names: [...new Set(given.filter(isGood).map((name) => name.toLowerCase()))],
    bad: [...new Set(given.filter((name) => name !== '' && !isGood(name)))],
  };
}

const plain = makeValidator<string>((input: string) => {
  if (/^[\x21-\x7e]+$/.test(input)) return input;
  throw new EnvError('a text without spaces, as shown in the Twitch console');
});

const logins = makeValidator<LoginSource>((input: string) => {
  if (/^@./.test(input)) return { file: input.slice(1) };
  const read = readLogins(input);
  if (read.names.length > 0) return read;
  throw new EnvError(
    'channel names that contain only a-z, 0-9 and _, separated by commas, or @ followed by the path of a file with channel names',
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

export const collectVariables = {
  TWITCH_CLIENT_ID: plain({ default: undefined }),
  TWITCH_CLIENT_SECRET: plain({ default: undefined }),
  TWITCH_API_URL: url('https|http')({ default: 'https://api.twitch.tv/helix' }),
  TWITCH_AUTH_URL: url('https|http')({ default: 'https://id.twitch.tv/oauth2' }),
  TWITCH_CHAT_URL: url('wss|ws')({ default: 'wss://irc-ws.chat.twitch.tv' }),
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
