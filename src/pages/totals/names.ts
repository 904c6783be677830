const platformNames: Readonly<Record<string, string>> = { twitch: 'Twitch' };

/** Writes the name of a platform. */
export function platformName(platform: string): string {
  return platformNames[platform] ?? platform;
}
