import { channelCounts, CountName } from '../../config/channel-counts.js';
import { platformDescriptors } from '../../config/platform-descriptors.js';
import { mainPlatform, PlatformName, platformOfName, platformTitles, withoutPrefix } from '../../config/platforms.js';
import { platformOfId } from '../../database/platforms/platform-ids.js';
import { isInvented } from '../../database/platforms/seed-ids.js';
import { dayMs } from '../../figures/time.js';
import { useSite } from '../layout/site.js';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { Fact } from './facts.js';
import { Column, fileOnly, textColumn } from './lists/column.js';

type RecordedStream = Pick<StreamSummary, 'platform' | 'streamer_id' | 'ended_at' | 'vod_id'>;

/** The name of a platform besides the main one, where most channels are. */
export function platformLabel(id: string): string | null {
  const platform = platformOfId(id);
  return platform === mainPlatform ? null : platformTitles[platform];
}

/** Returns the name of a streamer on a platform: channels of one person on two platforms often have the same display name. */
export function nameOnPlatform(name: string, { platform }: { platform: PlatformName }): string {
  return platform === mainPlatform ? name : `${name} (${platformTitles[platform]})`;
}

/** The platform of a channel as a letter, with its name for screen readers and in a tooltip. */
export function PlatformMark({ platform }: { platform: PlatformName }) {
  const title = platformTitles[platform];
  return (
    <abbr class="platform" title={title}>
      <span aria-hidden="true">{title[0]}</span>
      <span class="sr">{title}</span>
    </abbr>
  );
}

/** The platform after a name, if it is not the main one. */
export function PlatformNote({ platform }: { platform: PlatformName }) {
  return platform === mainPlatform ? null : (
    <>
      {' '}
      <PlatformMark platform={platform} />
    </>
  );
}

/** The platform of a channel, as a link to the channel, where the live stream is too. Invented channels have no link. */
export function ChannelLink({ id, name }: Pick<ListedStreamer, 'id' | 'name'>) {
  const { title, site } = platformDescriptors[platformOfId(id)];
  if (isInvented(id) || name === id) return <>{title}</>;
  return (
    <a href={`https://${site}/${withoutPrefix(name)}`} rel="noreferrer">
      {title}
    </a>
  );
}

const maxRecordingDays = 60;

/** A link to the recording of an ended stream. Platforms delete recordings, most of them within 60 days. */
export function RecordingLink({ stream }: { stream: RecordedStream }) {
  const { site, recordings } = platformDescriptors[stream.platform];
  const { ended_at: end, vod_id: vod, streamer_id: streamer } = stream;
  const oldestEnd = useSite().now.getTime() - maxRecordingDays * dayMs;
  if (recordings === null || vod === null || end === null || Date.parse(end) < oldestEnd || isInvented(streamer))
    return null;
  return (
    <>
      {' · '}
      <a href={`https://${site}${recordings}${encodeURIComponent(vod)}`} rel="noreferrer">
        recording, if it still exists
      </a>
    </>
  );
}

/** Returns the count that the platform of a login or channel ID publishes. */
export function publishedCount(name: string): CountName {
  const platform = /^\d+$/.test(name) ? platformOfId(name) : platformOfName(name);
  return platformDescriptors[platform].counts ?? 'followers';
}

/** Returns a sentence if a platform does not publish a count. */
export function withoutCounts(of: CountName, platform: PlatformName): string | null {
  if (platformDescriptors[platform].counts === of) return null;
  return `${platformTitles[platform]} publishes no ${channelCounts[of].one} counts.`;
}

/** The fact of an ID on a platform, which IDs of the main platform do not need. */
export function externalIdFact({ platform, external_id }: Pick<ListedStreamer, 'platform' | 'external_id'>): Fact[] {
  return external_id === null ? [] : [[`ID on ${platformTitles[platform]}`, external_id]];
}

/** The platform of a channel, in files. */
export function platformColumn<Item>(idOf: (item: Item) => string): Column<Item> {
  return textColumn('Platform', (item: Item) => platformTitles[platformOfId(idOf(item))], fileOnly);
}
