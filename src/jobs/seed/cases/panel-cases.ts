import { PanelPlan } from '../plans.js';
import { Seed } from '../seed.js';

/**
 * Panels by login, in the order of their IDs. Sponsors and handles are invented. Handles are longer than the network's
 * limit, if it has one, so that nobody owns them.
 */
const PANELS: Record<string, PanelPlan[]> = {
  // Two sponsors behind one shortener: one partner, the earlier one.
  shortlink_shay: [
    { rawUrl: 'https://bit.ly/seed-sample-nordvale', daysAgo: 80 },
    { rawUrl: 'https://bit.ly/seed-sample-kestrelform', daysAgo: 30 },
  ],
  subdomain_sue: [
    { rawUrl: 'https://shop.lumora-keycaps.com/sue', daysAgo: 50 },
    { rawUrl: 'https://www.lumora-keycaps.com', daysAgo: 90 },
    { rawUrl: 'HTTPS://EU.Store.Lumora-Keycaps.com:443/Sue/?utm_source=panel#top', daysAgo: 20 },
  ],
  // Three hosts below .co.uk, two with the same owner.
  teatime_colin: [
    { rawUrl: 'https://shop.fernwick-tea.co.uk/colin', daysAgo: 70 },
    { rawUrl: 'https://www.fernwick-tea.co.uk', daysAgo: 40 },
    { rawUrl: 'https://oldmarket-scones.co.uk/?ref=colin', daysAgo: 60 },
  ],
  // One host, written in Unicode and in Punycode.
  punycode_pia: [
    { rawUrl: 'https://röstwerk-nordlicht.com/pia', daysAgo: 33 },
    { rawUrl: 'https://shop.xn--rstwerk-nordlicht-zzb.com/pia', daysAgo: 66 },
  ],
  plain_text_ivo: [
    { rawUrl: 'https://glasshaus-pcs.com/ivo', daysAgo: 100, hasImage: false },
    { rawUrl: 'https://www.snackharbour-box.com/ivo', daysAgo: 10 },
  ],
  // The first partner is gone. The earlier link of the second partner is gone too, so the later link represents it.
  contract_over_remy: [
    { rawUrl: 'https://brewpeak-fuel.com/remy', daysAgo: 300, removedDaysAgo: 90 },
    { rawUrl: 'https://nordvale-vpn.com/remy', daysAgo: 200, removedDaysAgo: 25 },
    { rawUrl: 'https://nordvale-vpn.com/remy2', daysAgo: 25 },
  ],
  // Panels without a partner.
  social_only_sol: [
    { rawUrl: 'https://twitter.com/social_only_sol_sample', daysAgo: 120 },
    { rawUrl: 'https://x.com/social_only_sol_sample', daysAgo: 60 },
    { rawUrl: 'https://discord.gg/social-only-sol-sample-invitation', daysAgo: 120 },
    { rawUrl: 'https://www.youtube.com/@social-only-sol-of-the-sample-data', daysAgo: 120 },
    { rawUrl: 'https://www.twitch.tv/social_only_sol_of_the_sample_data', daysAgo: 120 },
    { rawUrl: 'https://www.instagram.com/social_only_sol_of_the_sample_data', daysAgo: 120, hasImage: false },
  ],
  no_panels_nell: [],
  // Detected at the same moment, two with the same owner.
  all_at_once_ada: [
    { rawUrl: 'https://driftwell-audio.com/ada', daysAgo: 15 },
    { rawUrl: 'https://creators.driftwell-audio.com/ada', daysAgo: 15 },
    { rawUrl: 'https://hexapad-gear.com/ada', daysAgo: 15 },
  ],
};

const FIRST_NUMBER = 61;

export function addPanelCases(seed: Seed): void {
  for (const [index, [login, panels]] of Object.entries(PANELS).entries()) {
    const number = FIRST_NUMBER + index;
    seed
      .addChannel(number, login)
      .addRegularStreams({ count: 4, everyDays: 6, viewers: number * 8 })
      .addFollowers(number * 151, number * 2)
      .addPanels(...panels);
  }
}
