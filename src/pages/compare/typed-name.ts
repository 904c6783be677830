const login = /^[a-z0-9_]{1,25}$/;
const address = /^(?:https?:\/\/)?(?:(?:www|m)\.)?(twitch\.tv|kick\.com)\/([a-z0-9_-]{1,25})(?:[/?#].*)?$/;

/** Returns the name in the address of a channel on Twitch or Kick; null for other texts. */
export function channelIn(text: string, sites = ['twitch.tv', 'kick.com']): string | null {
  const [, site = '', name = ''] = address.exec(text.trim().toLowerCase()) ?? [];
  // The addresses of Kick have hyphens in place of underscores.
  return sites.includes(site) ? name.replaceAll('-', '_') : null;
}

/**
 * Returns the login or channel ID in a text: as it is, after @, or in the address of a channel on Twitch. Null for other
 * texts, such as display names with spaces.
 */
export function loginIn(text: string): string | null {
  const name = channelIn(text, ['twitch.tv']) ?? text.trim().toLowerCase().replace(/^@/, '');
  return login.test(name) ? name : null;
}

/** Returns true if two names differ only in case, in the width of letters, and in spaces and underscores. */
export function isSameName(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_]+/g, '');
}
