import { nonCommercialDomains } from './non-commercial-domains.js';
import { readPanelLink } from './panel-url.js';

it.each([
  ['nordvale-vpn.com/aurora', 'https://nordvale-vpn.com/aurora'],
  ['//nordvale-vpn.com/aurora', 'https://nordvale-vpn.com/aurora'],
  ['  HTTPS://EU.Store.Nordvale-VPN.com:443/Sue/?utm_source=panel#top ', 'https://eu.store.nordvale-vpn.com/Sue'],
  ['http://nordvale-vpn.com:80/', 'http://nordvale-vpn.com'],
  ['nordvale-vpn.com:8080/a', 'https://nordvale-vpn.com:8080/a'],
  ['https://nordvale-vpn.com./', 'https://nordvale-vpn.com'],
  ['https://röstwerk.com/pia', 'https://xn--rstwerk-90a.com/pia'],
  ['https://a.com/?b=1&UTM_Medium=x&gclid=2&fbclid=3&c=%20d', 'https://a.com?b=1&c=%20d'],
  ['https://a.com/?ref=AURORA10', 'https://a.com?ref=AURORA10'],
  ['https://a.com/utm_source/', 'https://a.com/utm_source'],
  ['https://user:secret@a.com/b//', 'https://a.com/b'],
])('makes %s canonical', (rawUrl, url) => {
  expect(readPanelLink(rawUrl)?.url).toBe(url);
});

it.each([
  ['https://shop.example.co.uk/a', 'example.co.uk', true],
  ['https://www.lumora-keycaps.com', 'lumora-keycaps.com', true],
  ['https://shop.xn--rstwerk-90a.com', 'xn--rstwerk-90a.com', true],
  ['https://smartstore.naver.com/a', 'naver.com', true],
  ['https://somebody.github.io/shop', 'github.io', true],
  ['https://chzzk.naver.com/a', 'naver.com', false],
  ['https://www.twitch.tv/a', 'twitch.tv', false],
  ['https://m.youtube.com/a', 'youtube.com', false],
  ['https://notyoutube.com/a', 'notyoutube.com', true],
  ['discord.gg/a', 'discord.gg', false],
  ['http://203.0.113.7/a', '203.0.113.7', false],
  ['http://[2001:db8::1]/a', '[2001:db8::1]', false],
  ['localhost:3000', 'localhost', false],
  ['co.uk', 'co.uk', false],
])('classifies %s by its registered domain', (rawUrl, rootDomain, isCommercial) => {
  expect(readPanelLink(rawUrl)).toMatchObject({ rootDomain, isCommercial });
});

it.each([
  '',
  'mailto:a@b.com',
  'javascript:alert(1)',
  'ftp://a.com',
  'my panel',
  'https://',
  'tel:+4912345',
  'data:text/html,x',
])('finds no link in %j', (rawUrl) => {
  expect(readPanelLink(rawUrl)).toBeNull();
});

it('lists hosts in lower case and without common subdomains such as www', () => {
  for (const host of Object.keys(nonCommercialDomains)) expect(host).toMatch(/^(?!www\.)[a-z\d-]+(\.[a-z\d-]+)+$/);
});
