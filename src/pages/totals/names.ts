import { platformTitles } from '../../config/platforms.js';

const platformNames: Readonly<Record<string, string>> = platformTitles;

/** Writes the name of a platform. */
export function platformName(platform: string): string {
  return platformNames[platform] ?? platform;
}
