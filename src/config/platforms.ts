/**
 * The platforms. The number of a platform in IDs is its place minus one. New platforms come last.
 */
export const platforms = ['twitch', 'kick'] as const;

export type PlatformName = (typeof platforms)[number];

export const platformTitles: Readonly<Record<PlatformName, string>> = { twitch: 'Twitch', kick: 'Kick' };

/** The prefix of the platform's logins, and of its IDs in files. */
export function prefixOf(platform: PlatformName): string {
  return platform === 'twitch' ? '' : `${platform}:`;
}

/** Returns the platform of a login or of an ID in a file. */
export function platformOfName(name: string): PlatformName {
  return platforms.find((one) => one !== 'twitch' && name.startsWith(prefixOf(one))) ?? 'twitch';
}

/** The prefixes of logins, and of IDs in files, as a regular expression. */
export const prefixForm = `(?:${platforms.slice(1).map(prefixOf).join('|')})`;

/** A login as a regular expression, in lower case. */
export const loginForm = `(?:${prefixForm}[a-z0-9_-]{1,64}|[a-z0-9_]{1,25})`;

/** {@link loginForm} in upper or lower case, for OpenAPI. */
export const loginPattern = '(?:[Kk][Ii][Cc][Kk]:[A-Za-z0-9_-]{1,64}|[A-Za-z0-9_]{1,25})';

export const loginDescription = '1 to 25 of the characters a-z, 0-9 and _, or kick: and 1 to 64 of a-z, 0-9, _ and -';

const login = new RegExp(`^${loginForm}$`, 'i');

/** Returns a login in lower case; null for anything else, and for a login of another platform than the given one. */
export function readLogin(value: unknown, platform?: PlatformName): string | null {
  // Before toLowerCase, which converts the Kelvin sign to `k`.
  const read = typeof value === 'string' && login.test(value) ? value.toLowerCase() : null;
  return read === null || platform === undefined || platformOfName(read) === platform ? read : null;
}
