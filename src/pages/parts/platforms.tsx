import { PlatformName, platformOfName, platformTitles, prefixOf } from '../../config/platforms.js';
import { platformOfId } from '../../database/platforms/platform-ids.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { Fact } from './facts.js';
import { Column, fileOnly, textColumn } from './lists/column.js';

/** The name of a platform besides Twitch, where most channels are. */
export function platformLabel(id: string): string | null {
  const platform = platformOfId(id);
  return platform === 'twitch' ? null : platformTitles[platform];
}

/** Returns the name of a streamer on a platform: channels of one person on two platforms often have the same display name. */
export function nameOnPlatform(name: string, { platform }: { platform: PlatformName }): string {
  return platform === 'twitch' ? name : `${name} (${platformTitles[platform]})`;
}

/** The platform after a name, if it is not Twitch. */
export function PlatformNote({ platform }: { platform: PlatformName }) {
  return platform === 'twitch' ? null : <span class="muted"> · {platformTitles[platform]}</span>;
}

/** Returns a sentence if a platform publishes no follower counts. */
export function withoutFollowers(platform: PlatformName): string | null {
  return platform === 'kick' ? 'Kick publishes no follower counts.' : null;
}

/** The fact of an ID on a platform, which Twitch's IDs do not need. */
export function externalIdFact({ platform, external_id }: Pick<ListedStreamer, 'platform' | 'external_id'>): Fact[] {
  return external_id === null ? [] : [[`ID on ${platformTitles[platform]}`, external_id]];
}

/** Returns a login without the prefix of its platform. */
export function withoutPrefix(login: string): string {
  return login.slice(prefixOf(platformOfName(login)).length);
}

/** The platform of a channel, in files. */
export function platformColumn<Item>(idOf: (item: Item) => string): Column<Item> {
  return textColumn('Platform', (item: Item) => platformTitles[platformOfId(idOf(item))], fileOnly);
}
