import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from 'culori';
import { darkColours, initialColours, lightColours, Palette, seriesColours } from './chart-colours.js';

const sights: [string, (colour: Color) => Color][] = [
  ['normal vision', (colour: Color) => colour],
  ['protanopia', filterDeficiencyProt(1)],
  ['deuteranopia', filterDeficiencyDeuter(1)],
  ['tritanopia', filterDeficiencyTrit(1)],
];

describe.each<[string, Palette]>([
  ['light', lightColours],
  ['dark', darkColours],
])('the %s colors', (_theme, colour) => {
  it('have the contrast that WCAG 2.2 requires: 4.5 for text, 3 for lines', () => {
    const lowest = (...names: readonly Parameters<Palette>[0][]) =>
      Math.min(...names.map((name) => wcagContrast(colour(name), colour('surface'))));
    // Badges draw text on the last two.
    expect(lowest('ink', 'muted', 'h4')).toBeGreaterThanOrEqual(4.5);
    expect(lowest('edge', ...seriesColours)).toBeGreaterThanOrEqual(3);
  });

  it('have a contrast of 7 between initials and the color behind them', () => {
    const contrasts = initialColours.map((name) => wcagContrast(colour('ink'), colour(name)));
    expect(contrasts).toHaveLength(10);
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(7);
  });

  it.each(sights)('are distinct for readers with %s', (_reader, seenAs) => {
    const difference = differenceCiede2000();
    const seen: Color[] = seriesColours.map((name) => seenAs(parse(colour(name)) as Color));
    const differences = seen.flatMap((one, i) => seen.slice(i + 1).map((other) => difference(one, other)));
    expect(Math.min(...differences)).toBeGreaterThanOrEqual(15);
  });
});
