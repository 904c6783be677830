const firstWords = [
  ['mossy', 'velvet', 'copper', 'lunar', 'sleepy', 'turbo', 'hollow', 'amber', 'frosty', 'neon', 'rusty', 'silent'],
  ['wobbly', 'crimson', 'paper', 'salty', 'lucky', 'midnight', 'feral', 'cosmic', 'tiny', 'brave', 'quiet', 'golden'],
].flat();
const secondWords = [
  ['otter', 'comet', 'lantern', 'badger', 'teapot', 'falcon', 'pixel', 'walrus', 'compass', 'goblin', 'thistle'],
  ['kraken', 'noodle', 'raven', 'biscuit', 'meteor', 'heron', 'gizmo', 'yeti', 'cobble', 'maple', 'penguin', 'wizard'],
].flat();

/** The words that names begin with, as bytes; a name ends in the number of the streamer, which makes it unique. */
const nameStarts = firstWords.flatMap((first) =>
  secondWords.map((second) => ({
    login: Buffer.from(first + second),
    displayName: Buffer.from(capital(first) + capital(second)),
  })),
);

/** How the names of the streamer with this number begin: its login, and the same with capital letters. */
export function nameStart(streamer: number): { login: Buffer; displayName: Buffer } {
  return nameStarts[streamer % nameStarts.length] ?? { login: Buffer.alloc(0), displayName: Buffer.alloc(0) };
}

/** The login of the streamer with this number. */
export function loginOf(streamer: number): string {
  return `${nameStart(streamer).login.toString()}${streamer}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
