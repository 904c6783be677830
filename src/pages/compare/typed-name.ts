const login = /^[a-z0-9_]{1,25}$/;
const address = /^(?:https?:\/\/)?(?:(?:www|m)\.)?twitch\.tv\/([a-z0-9_]{1,25})(?:[/?#].*)?$/;

/**
 * Returns the login or channel ID in a text: as it is, after @, or in the address of a channel on Twitch. Null for other
 * texts, such as display names with spaces.
 */
export function loginIn(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const name = address.exec(typed)?.[1] ?? typed.replace(/^@/, '');
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
