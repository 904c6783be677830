export const firstWords = [
  ['Mossy', 'Velvet', 'Copper', 'Lunar', 'Sleepy', 'Turbo', 'Hollow', 'Amber', 'Frosty', 'Neon'],
  ['Rusty', 'Silent', 'Wobbly', 'Crimson', 'Paper', 'Salty', 'Lucky', 'Midnight', 'Feral', 'Cosmic'],
].flat();
export const secondWords = [
  ['Otter', 'Comet', 'Lantern', 'Badger', 'Teapot', 'Falcon', 'Pixel', 'Walrus', 'Compass', 'Goblin'],
  ['Thistle', 'Kraken', 'Noodle', 'Raven', 'Biscuit', 'Meteor', 'Heron', 'Gizmo', 'Yeti', 'Cobble'],
].flat();
const STYLES = [
  { joint: '_', ending: '' },
  { joint: '', ending: 'TV' },
  { joint: '', ending: '_Plays' },
  { joint: '', ending: 'Live' },
  { joint: '_', ending: '_GG' },
];

/** Returns an invented name, different for each index from 0 to 399; the login is its lower case. */
export function crowdName(index: number): { login: string; displayName: string } {
  const first = firstWords[index % firstWords.length] ?? '';
  const second = secondWords[(index + Math.floor(index / firstWords.length)) % secondWords.length] ?? '';
  const { joint, ending } = STYLES[index % STYLES.length] ?? { joint: '', ending: '' };
  const displayName = `${first}${joint}${second}${ending}`;
  return { login: displayName.toLowerCase(), displayName };
}
