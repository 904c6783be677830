const FIRST = [
  ['mossy', 'velvet', 'copper', 'lunar', 'sleepy', 'turbo', 'hollow', 'amber', 'frosty', 'neon'],
  ['rusty', 'silent', 'wobbly', 'crimson', 'paper', 'salty', 'lucky', 'midnight', 'feral', 'cosmic'],
].flat();
const SECOND = [
  ['otter', 'comet', 'lantern', 'badger', 'teapot', 'falcon', 'pixel', 'walrus', 'compass', 'goblin'],
  ['thistle', 'kraken', 'noodle', 'raven', 'biscuit', 'meteor', 'heron', 'gizmo', 'yeti', 'cobble'],
].flat();
const STYLES = [
  { joint: '_', ending: '' },
  { joint: '', ending: 'TV' },
  { joint: '', ending: '_Plays' },
  { joint: '', ending: 'Live' },
  { joint: '_', ending: '_GG' },
];

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An invented name, a different one for each index from 0 to 399; the login is its lower case. */
export function crowdName(index: number): { login: string; displayName: string } {
  const first = FIRST[index % FIRST.length] ?? '';
  const second = SECOND[(index + Math.floor(index / FIRST.length)) % SECOND.length] ?? '';
  const { joint, ending } = STYLES[index % STYLES.length] ?? { joint: '', ending: '' };
  const displayName = `${capital(first)}${joint}${capital(second)}${ending}`;
  return { login: displayName.toLowerCase(), displayName };
}
