import { readPanelLink } from '../../partners/panel-url.js';
import { kinds } from '../import/kinds/kinds.js';
import { seedData } from './seed-data.js';
import { PanelRecord } from './seed-records.js';

const data = seedData(new Date('2026-11-21T09:41:00.000Z'));

describe.each(kinds.map((kind) => ({ name: kind.name, kind })))('$name of the seed', ({ name, kind }) => {
  it('pass the checks of the import', () => {
    const rows: object[] = data[name];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(() => kind.toRow({ ...row })).not.toThrow();
  });
});

/** The links that stand for a streamer's partners: of each root domain the earliest that is still there. */
function partnersOf(login: string): string[] {
  const id = data.streamers.find((row) => row.login === login)?.id;
  const partners = new Map<string, PanelRecord>();
  for (const panel of data.panels.filter((row) => row.streamer_id === id && row.removed_at === undefined)) {
    const link = readPanelLink(panel.raw_url);
    const known = partners.get(link?.rootDomain ?? '');
    if (link?.isCommercial && (known === undefined || panel.created_at < known.created_at)) {
      partners.set(link.rootDomain, panel);
    }
  }
  return [...partners].map(([rootDomain, panel]) => `${rootDomain} by ${panel.raw_url}`);
}

it.each([
  [
    'aurora_plays',
    [
      'nordvale-vpn.com by nordvale-vpn.com/aurora?utm_source=panel',
      'kestrelform-chairs.com by https://www.kestrelform-chairs.com/creators/aurora',
      'plumewear-merch.com by https://shop.plumewear-merch.com/collections/aurora',
      'tidewell-roast.com by https://tidewell-roast.com/?ref=AURORA10',
    ],
  ],
  ['shortlink_shay', ['bit.ly by https://bit.ly/seed-sample-nordvale']],
  ['subdomain_sue', ['lumora-keycaps.com by https://www.lumora-keycaps.com']],
  [
    'teatime_colin',
    [
      'fernwick-tea.co.uk by https://shop.fernwick-tea.co.uk/colin',
      'oldmarket-scones.co.uk by https://oldmarket-scones.co.uk/?ref=colin',
    ],
  ],
  ['punycode_pia', ['xn--rstwerk-nordlicht-zzb.com by https://shop.xn--rstwerk-nordlicht-zzb.com/pia']],
  ['contract_over_remy', ['nordvale-vpn.com by https://nordvale-vpn.com/remy2']],
  ['social_only_sol', []],
  ['no_panels_nell', []],
])('gives %s the partners that the panels were made for', (login, partners) => {
  expect(partnersOf(login)).toEqual(partners);
});
