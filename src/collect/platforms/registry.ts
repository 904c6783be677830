import { PlatformName } from '../../config/platforms.js';
import { ApiClientOptions } from './client/api-client.js';
import { Kick } from './kick/kick.js';
import { Platform } from './platform.js';
import { Twitch } from './twitch/twitch.js';

/** The class of each platform. Its descriptor is in `config/platform-descriptors.ts`. */
export const platformClasses: Readonly<
  Record<PlatformName, new (options: ApiClientOptions, now: () => Date) => Platform>
> = { twitch: Twitch, kick: Kick };
