import { addFollowerHistory, addRegularStreams } from '../ordinary-life.js';
import { SeedChannel } from '../seed-channel.js';
import { DAY, SeedTime } from '../seed-time.js';

interface PanelCase {
  number: number;
  login: string;
  displayName: string;
  links: { rawUrl: string; daysAgo: number; removedDaysAgo?: number; hasImage?: boolean }[];
}

/** The sponsors are invented, and so are the handles: too long, where the network has a limit, to be anybody's. */
const CASES: PanelCase[] = [
  {
    number: 61,
    login: 'shortlink_shay',
    displayName: 'ShortlinkShay',
    // Two sponsors behind one shortener: one partner, the earlier one.
    links: [
      { rawUrl: 'https://bit.ly/seed-sample-nordvale', daysAgo: 80 },
      { rawUrl: 'https://bit.ly/seed-sample-kestrelform', daysAgo: 30 },
    ],
  },
  {
    number: 62,
    login: 'subdomain_sue',
    displayName: 'SubdomainSue',
    links: [
      { rawUrl: 'https://shop.lumora-keycaps.com/sue', daysAgo: 50 },
      { rawUrl: 'https://www.lumora-keycaps.com', daysAgo: 90 },
      { rawUrl: 'HTTPS://EU.Store.Lumora-Keycaps.com:443/Sue/?utm_source=panel#top', daysAgo: 20 },
    ],
  },
  {
    number: 63,
    login: 'teatime_colin',
    displayName: 'TeatimeColin',
    // Three hosts below .co.uk, two of them of one owner.
    links: [
      { rawUrl: 'https://shop.fernwick-tea.co.uk/colin', daysAgo: 70 },
      { rawUrl: 'https://www.fernwick-tea.co.uk', daysAgo: 40 },
      { rawUrl: 'https://oldmarket-scones.co.uk/?ref=colin', daysAgo: 60 },
    ],
  },
  {
    number: 64,
    login: 'punycode_pia',
    displayName: 'PunycodePia',
    // One host, written in Unicode and in punycode.
    links: [
      { rawUrl: 'https://röstwerk-nordlicht.com/pia', daysAgo: 33 },
      { rawUrl: 'https://shop.xn--rstwerk-nordlicht-zzb.com/pia', daysAgo: 66 },
    ],
  },
  {
    number: 65,
    login: 'plain_text_ivo',
    displayName: 'PlainTextIvo',
    links: [
      { rawUrl: 'https://glasshaus-pcs.com/ivo', daysAgo: 100, hasImage: false },
      { rawUrl: 'https://www.snackharbour-box.com/ivo', daysAgo: 10 },
    ],
  },
  {
    number: 66,
    login: 'contract_over_remy',
    displayName: 'ContractOverRemy',
    // The first partner is gone; of the second one the earliest link is, so that the later one stands for it.
    links: [
      { rawUrl: 'https://brewpeak-fuel.com/remy', daysAgo: 300, removedDaysAgo: 90 },
      { rawUrl: 'https://nordvale-vpn.com/remy', daysAgo: 200, removedDaysAgo: 25 },
      { rawUrl: 'https://nordvale-vpn.com/remy2', daysAgo: 25 },
    ],
  },
  {
    number: 67,
    login: 'social_only_sol',
    displayName: 'SocialOnlySol',
    // Panels, and no partner among them.
    links: [
      { rawUrl: 'https://twitter.com/social_only_sol_sample', daysAgo: 120 },
      { rawUrl: 'https://x.com/social_only_sol_sample', daysAgo: 60 },
      { rawUrl: 'https://discord.gg/social-only-sol-sample-invitation', daysAgo: 120 },
      { rawUrl: 'https://www.youtube.com/@social-only-sol-of-the-sample-data', daysAgo: 120 },
      { rawUrl: 'https://www.twitch.tv/social_only_sol_of_the_sample_data', daysAgo: 120 },
      { rawUrl: 'https://www.instagram.com/social_only_sol_of_the_sample_data', daysAgo: 120, hasImage: false },
    ],
  },
  { number: 68, login: 'no_panels_nell', displayName: 'NoPanelsNell', links: [] },
  {
    number: 69,
    login: 'all_at_once_ada',
    displayName: 'AllAtOnceAda',
    // Detected at the same moment, two of them of one owner.
    links: [
      { rawUrl: 'https://driftwell-audio.com/ada', daysAgo: 15 },
      { rawUrl: 'https://creators.driftwell-audio.com/ada', daysAgo: 15 },
      { rawUrl: 'https://hexapad-gear.com/ada', daysAgo: 15 },
    ],
  },
];

/** Streamers whose panels are the special thing about them. */
export function panelCases(time: SeedTime): SeedChannel[] {
  return CASES.map(({ number, login, displayName, links }) => {
    const channel = new SeedChannel(time, number, login, displayName);
    addRegularStreams(channel, { count: 4, everyDays: 6, viewers: number * 8 });
    addFollowerHistory(channel, number * 151, number * 2);
    for (const { rawUrl, daysAgo, removedDaysAgo, hasImage } of links) {
      const removedAgo = removedDaysAgo === undefined ? undefined : removedDaysAgo * DAY;
      channel.addPanel(rawUrl, daysAgo * DAY, { removedAgo, hasImage });
    }
    return channel;
  });
}
