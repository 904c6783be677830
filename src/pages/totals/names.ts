const platformNames: Readonly<Record<string, string>> = { twitch: 'Twitch' };

/** Writes the name of a platform. */
export function platformName(platform: string): string {
  return platformNames[platform] ?? platform;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** Writes the name of a language; the code of an unknown language. */
export function languageName(code: string): string {
  if (code === 'other') return 'Other';
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}
