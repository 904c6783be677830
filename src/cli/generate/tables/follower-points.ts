import { dayMs, GenerateOptions, purposes } from '../generate-options.js';
import { GeneratedTable } from '../generated-table.js';
import { RowRandom } from '../row-random.js';
import { StreamerPlan } from '../streamer-plan.js';

/** Follower points of each streamer, spread evenly over time; most gain, some lose. */
export function followerPointsTable(streamers: StreamerPlan, options: GenerateOptions): GeneratedTable {
  const { followerPointsPerStreamer: points, days, seed, now } = options;
  const random = new RowRandom(seed, purposes.followers);
  const everyMs = (days * dayMs) / points;
  return {
    name: 'follower_points',
    columns: ['streamer_id', 'created_at', 'followers'],
    count: points === 0 ? 0 : streamers.count,
    write(out, streamer) {
      random.startRow(streamer);
      const id = streamers.id(streamer);
      const last = Math.floor(streamers.usualViewers(streamer) * (15 + 30 * random.share())) + random.below(50);
      const gain = Math.floor(last * (0.35 * random.share() - 0.05));
      for (let point = points; point > 0; point--) {
        const agoMs = Math.ceil((point - random.share()) * everyMs);
        out.row();
        out.integer(id);
        out.time(now.getTime() - agoMs);
        out.integer(Math.max(0, last - Math.floor((gain * (point - 1)) / points)));
      }
    },
  };
}
