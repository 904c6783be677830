import { Band, BandPart } from '../../charts/bands.js';
import { seriesCount } from '../../charts/chart-colours.js';
import { unlessBlank } from '../blank-text.js';
import { StreamChange } from '../detail/stream-detail.response.js';

/** Returns the games and the titles of a stream with their times. Each game has a color. `end` is the end of the stream. */
export function changeBands(changes: readonly StreamChange[], end: number): Band[] {
  const games = partsOf(changes, end, ({ game_name }) => unlessBlank(game_name));
  const names = [...new Set(games.map(({ label }) => label))];
  // The first color is that of the viewers.
  const colourOf = (label: string) => (names.indexOf(label) % (seriesCount - 1)) + 2;
  return [
    { name: 'Game', parts: games.map((part) => ({ ...part, colour: colourOf(part.label) })) },
    { name: 'Title', parts: partsOf(changes, end, ({ title }) => unlessBlank(title)) },
  ].filter(({ parts }) => parts.length > 0);
}

/** Returns one part for neighboring changes with the same text. A change without a text has no part. */
function partsOf(
  changes: readonly StreamChange[],
  end: number,
  textOf: (change: StreamChange) => string | null,
): BandPart[] {
  const parts: BandPart[] = [];
  changes.forEach((change, i) => {
    const label = textOf(change);
    const [from, to] = [change, changes[i + 1]].map((at) => (at ? Date.parse(at.created_at) : end)) as [number, number];
    const last = parts.at(-1);
    if (label !== null && last?.label === label && last.to === from) last.to = to;
    else if (label !== null) parts.push({ from, to, label });
  });
  return parts;
}
