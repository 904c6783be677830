export const firstWords = [
  ['Mossy', 'Velvet', 'Copper', 'Lunar', 'Sleepy', 'Turbo', 'Hollow', 'Amber', 'Frosty', 'Neon'],
  ['Rusty', 'Silent', 'Wobbly', 'Crimson', 'Paper', 'Salty', 'Lucky', 'Midnight', 'Feral', 'Cosmic'],
].flat();
export const secondWords = [
  ['Otter', 'Comet', 'Lantern', 'Badger', 'Teapot', 'Falcon', 'Pixel', 'Walrus', 'Compass', 'Goblin'],
  ['Thistle', 'Kraken', 'Noodle', 'Raven', 'Biscuit', 'Meteor', 'Heron', 'Gizmo', 'Yeti', 'Cobble'],
].flat();

export const sponsors = [
  'nordvale-vpn.com',
  'www.kestrelform-chairs.com',
  'brewpeak-fuel.com',
  'shop.lumora-keycaps.com',
  'driftwell-audio.com',
  'hexapad-gear.com',
  'www.snackharbour-box.com',
  'tidewell-roast.com',
  'glasshaus-pcs.com',
  'shop.plumewear-merch.com',
];

/** The text between the words, and the text after them. */
const STYLES = [
  ['_', ''],
  ['', 'TV'],
  ['', '_Plays'],
  ['', 'Live'],
  ['_', '_GG'],
] as const;

/** Returns an invented login, different for each index from 0 to 399, and its display name in mixed case. */
export function crowdName(index: number): [login: string, displayName: string] {
  const first = firstWords[index % firstWords.length] ?? '';
  const second = secondWords[(index + Math.floor(index / firstWords.length)) % secondWords.length] ?? '';
  const [joint, ending] = STYLES[index % STYLES.length] ?? STYLES[0];
  const displayName = `${first}${joint}${second}${ending}`;
  return [displayName.toLowerCase(), displayName];
}
