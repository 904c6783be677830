import { PlatformDescriptor, platformDescriptors } from './platform-descriptors.js';

export type PlatformName = keyof typeof platformDescriptors;

export const platforms = Object.keys(platformDescriptors) as readonly PlatformName[];

/** The platform without a prefix. Most channels are there. */
export const mainPlatform = platforms[0] as PlatformName;

export const allPlatforms: readonly PlatformDescriptor[] = Object.values(platformDescriptors);
export const [, ...otherPlatforms] = allPlatforms;

export const platformTitles = Object.fromEntries(
  platforms.map((platform) => [platform, platformDescriptors[platform].title]),
) as Readonly<Record<PlatformName, string>>;

/** The name of a platform's variable, such as TWITCH_API_URL. */
export function variableOf(platform: PlatformName, name: string): string {
  return platformDescriptors[platform].connection.variablePrefix + name;
}

/** The variables with the credentials of a platform. */
export function credentialsOf(platform: PlatformName): string[] {
  return ['CLIENT_ID', 'CLIENT_SECRET'].map((name) => variableOf(platform, name));
}

export function prefixOf(platform: PlatformName): string {
  return platformDescriptors[platform].prefix;
}

/** Returns the platform of a login or of an ID in a file. The case of the prefix does not count. */
export function platformOfName(name: string): PlatformName {
  if (!name.includes(':')) return mainPlatform;
  const prefix = inLowerCase(name.slice(0, name.indexOf(':') + 1));
  return platforms.find((platform) => prefixOf(platform) === prefix) ?? mainPlatform;
}

export function withoutPrefix(name: string): string {
  return name.slice(prefixOf(platformOfName(name)).length);
}

/**
 * Returns a login or an ID as it is stored: in lower case, unless its case counts. A name that can be both keeps its case if the case of
 * either counts.
 */
export function foldName(name: string, ...kinds: ('logins' | 'ids')[]): string {
  if (!/[A-Z]/.test(name)) return name;
  const platform = platformOfName(name);
  const hasCase = kinds.some((kind) => platformDescriptors[platform][kind]?.isCaseSensitive);
  const own = withoutPrefix(name);
  return prefixOf(platform) + (hasCase ? own : inLowerCase(own));
}

/** Converts only A to Z: `toLowerCase` also converts the Kelvin sign, which no login contains, to `k`. */
function inLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const patternOfAny = (patternOf: (platform: PlatformDescriptor) => string) =>
  `(?:${[...otherPlatforms, platformDescriptors[mainPlatform]].map(patternOf).join('|')})`;

/** A stored login, as a regular expression. */
export const loginPattern = patternOfAny(({ prefix, logins }) => prefix + logins.pattern);

/** A login or channel ID in upper or lower case. */
export const namePattern = patternOfAny(({ prefix, logins }) => {
  const spelled = prefix.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
  return spelled + logins.pattern.replaceAll('a-z', 'A-Za-z');
});

export const maxNameLength = Math.max(...allPlatforms.map(({ prefix, logins }) => prefix.length + logins.maxLength));

export const loginDescription = allPlatforms.map(({ logins }) => logins.description).join(', or ');

/** An example of COLLECT_LOGINS. */
export const exampleLogins = allPlatforms.map(({ prefix }, i) => `${prefix}name${i + 1}`).join();

const name = new RegExp(`^${namePattern}$`);

/** Returns a login or a channel ID, with the case that counts; null for anything else. */
export function readLoginOrId(value: unknown): string | null {
  return typeof value === 'string' && name.test(value) ? foldName(value, 'logins', 'ids') : null;
}

/** Returns a login as it is stored; null for anything else, and for a login of another platform than the given one. */
export function readLogin(value: unknown, platform?: PlatformName): string | null {
  if (typeof value !== 'string' || !name.test(value)) return null;
  return platform === undefined || platformOfName(value) === platform ? foldName(value, 'logins') : null;
}

const id = new RegExp(`^(?:${otherPlatforms.map(({ prefix, ids }) => `${prefix}(?:${ids?.pattern})`).join('|')})$`);

/** Returns an ID with a prefix as it is stored; null for anything else. */
export function readPrefixedId(value: unknown): string | null {
  const read = typeof value === 'string' && value.includes(':') ? foldName(value, 'ids') : '';
  return id.test(read) ? read : null;
}
