import { GenerateOptions, purposes } from '../generate-options.js';
import { GeneratedTable } from '../generated-table.js';
import { RowRandom } from '../row-random.js';
import { nameStart } from '../streamer-names.js';
import { StreamerPlan } from '../streamer-plan.js';

const imageStart = Buffer.from('https://static.example.net/profiles/');
const imageEnd = Buffer.from('.png');

/** All streamers; one in sixteen has no profile image. */
export function streamersTable(streamers: StreamerPlan, { seed }: GenerateOptions): GeneratedTable {
  const random = new RowRandom(seed, purposes.streamer);
  return {
    name: 'streamers',
    columns: ['id', 'login', 'display_name', 'profile_image'],
    count: streamers.count,
    write(out, streamer) {
      const { login, displayName } = nameStart(streamer);
      random.startRow(streamer);
      out.row();
      out.integer(streamers.id(streamer));
      out.numberedText(login, streamer);
      out.numberedText(displayName, streamer);
      if (random.below(16) === 0) out.null();
      else out.numberedText(imageStart, streamers.id(streamer), imageEnd);
    },
  };
}
