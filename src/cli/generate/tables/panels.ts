import { readPanelLink } from '../../../partners/panel-url.js';
import { CopyWriter, textField } from '../copy-writer.js';
import { dayMs, GenerateOptions, purposes } from '../generate-options.js';
import { GeneratedTable } from '../generated-table.js';
import { RowRandom } from '../row-random.js';
import { loginOf } from '../streamer-names.js';
import { StreamerPlan } from '../streamer-plan.js';

const columns = [
  ['streamer_id', 'raw_url', 'url', 'root_domain', 'is_commercial', 'created_at', 'removed_at', 'panel_image'],
].flat();

/** What panels link to, in the order of their addresses: sponsors, and social networks, which are no partners. */
const links = [
  'https://brewpeak-fuel.com/',
  'https://discord.gg/',
  'https://hexapad-gear.com/?utm_source=panel&ref=',
  'https://nordvale-vpn.com/',
  'https://shop.lumora-keycaps.com/',
  'https://shop.plumewear-merch.co.uk/',
  'https://tidewell-roast.com/',
  'https://www.glasshaus-pcs.com/',
  'https://www.kestrelform-chairs.com/',
  'https://x.com/',
];

const imageStart = Buffer.from('https://static.example.net/panels/');
const imageEnd = Buffer.from('.png');

/** Panels of a quarter of the streamers. */
export function panelsTable(streamers: StreamerPlan, { seed, now }: GenerateOptions): GeneratedTable {
  const random = new RowRandom(seed, purposes.panels);
  return {
    name: 'panels',
    columns,
    count: streamers.count,
    write(out, streamer) {
      random.startRow(streamer);
      if (random.below(4) > 0) return;
      const login = loginOf(streamer);
      const every = 2 + random.below(6);
      for (let link = random.below(every); link < links.length; link += every) {
        out.row();
        out.integer(streamers.id(streamer));
        writeLink(out, `${links[link]}${login}`);
        const createdMs = now.getTime() - Math.ceil((1 + 399 * random.share()) * dayMs);
        out.time(createdMs);
        if (random.below(5) > 0) out.null();
        else out.time(createdMs + Math.floor((now.getTime() - createdMs) * random.share()));
        if (random.below(8) === 0) out.null();
        else out.numberedText(imageStart, streamers.id(streamer), imageEnd);
      }
    },
  };
}

function writeLink(out: CopyWriter, rawUrl: string): void {
  const link = readPanelLink(rawUrl);
  if (link === null) throw new Error(`${rawUrl} is no address`);
  out.field(textField(rawUrl));
  out.field(textField(link.url));
  out.field(textField(link.rootDomain));
  out.flag(link.isCommercial);
}
