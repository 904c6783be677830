import { readLogin } from '../../config/platforms.js';

const address = /^(?:https?:\/\/)?(?:(?:www|m)\.)?(twitch\.tv|kick\.com)\/([a-z0-9_-]{1,64})(?:[/?#].*)?$/;

/** Returns the name in the address of a channel on Twitch or Kick; null for other texts. */
export function channelIn(text: string): string | null {
  const [, , name] = address.exec(text.trim().toLowerCase()) ?? [];
  // The addresses of Kick have hyphens in place of underscores.
  return name?.replaceAll('-', '_') ?? null;
}

/**
 * Returns the login or channel ID in a text: as it is, after @, or in the address of a channel. Null for other texts, such as display
 * names with spaces.
 */
export function loginIn(text: string): string | null {
  const [, site, name] = address.exec(text.trim().toLowerCase()) ?? [];
  return readLogin(site === 'kick.com' ? `kick:${name}` : (name ?? text.trim().replace(/^@/, '')));
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
