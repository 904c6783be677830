import { allPlatforms, foldName, readLoginOrId, withoutPrefix } from '../../config/platforms.js';

/** Returns the login, with its prefix, in the address of a channel; undefined for other texts. */
function loginInAddress(text: string): string | undefined {
  const [, host = '', name = ''] =
    /^(?:https?:\/\/)?(?:(?:www|m)\.)?([a-z0-9.-]+)\/([a-z0-9_-]{1,64})(?:[/?#].*)?$/i.exec(text.trim()) ?? [];
  const platform = allPlatforms.find(({ site }) => site === host.toLowerCase());
  return platform && platform.prefix + name;
}

/** Returns the name in the address of a channel; null for other texts. */
export function channelIn(text: string): string | null {
  const login = loginInAddress(text);
  // The addresses of Kick have hyphens in place of underscores.
  return login === undefined ? null : withoutPrefix(foldName(login, 'logins')).replaceAll('-', '_');
}

/**
 * Returns the login or channel ID in a text: as it is, after @, or in the address of a channel. Null for other texts, such as display
 * names with spaces.
 */
export function loginIn(text: string): string | null {
  return readLoginOrId(loginInAddress(text) ?? text.trim().replace(/^@/, ''));
}

/** Returns true if two names differ only in case, in the width of letters, and in spaces, underscores and hyphens. */
export function isSameName(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}
