const maxCharacters = 200;

/** Control and format characters, lone surrogates and line separators, which change a terminal or split a log line. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a peer's text in a form that can be logged: without unprintable characters, with each secret as `***`, and
 * truncated to 200 characters. Secrets are masked after the characters are removed and before the text is truncated, so
 * that neither step can leave a part of a secret.
 */
export function peerText(text: string, secrets: readonly string[] = []): string {
  const masked = withoutSecrets(text.replace(unprintable, ''), secrets);
  return [...masked.slice(0, 2 * maxCharacters)].slice(0, maxCharacters).join('');
}

/** URLs, IP addresses and names of hosts, which have no dot in some networks. A time has two colons, and an IPv6 address has more, or two in a row. */
const addresses =
  /\b[a-z][a-z+.-]*:\/\/\S*[^\s,.;)]|\b\d+(?:\.\d+){3}(?::\d+)?\b|\[?(?:[\da-f]{1,4}:){3,7}[\da-f]{1,4}\b|\[?[\da-f:]*::[\da-f:]*|\b[a-z\d][a-z\d.-]*\.[a-z]{2,}(?::\d+)?\b|(?<=ENOTFOUND |EAI_AGAIN )[\w.-]+/gi;

/** Returns a text for a site that everyone may read. */
export function withoutAddresses(text: string): string {
  return text.replace(addresses, '[address]');
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter((one) => one !== '');
  const longestFirst = spellings.sort((a, b) => b.length - a.length);
  return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}
