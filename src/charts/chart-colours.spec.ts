import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from 'culori';
import { ChartColours, darkColours, lightColours } from './chart-colours.js';

const sights: [string, (colour: Color) => Color][] = [
  ['normal vision', (colour: Color) => colour],
  ['protanopia', filterDeficiencyProt(1)],
  ['deuteranopia', filterDeficiencyDeuter(1)],
  ['tritanopia', filterDeficiencyTrit(1)],
];

describe.each<[string, ChartColours]>([
  ['light', lightColours],
  ['dark', darkColours],
])('the %s colors', (theme, colours) => {
  it('have the contrast that WCAG 2.2 requires: 4.5 for text, 3 for lines', () => {
    const { surface, ink, muted, edge, series, heat } = colours;
    const lowest = (shown: readonly string[]) => Math.min(...shown.map((colour) => wcagContrast(colour, surface)));
    // Badges draw text on the last two.
    expect(lowest([ink, muted, heat.at(-1) ?? ''])).toBeGreaterThanOrEqual(4.5);
    expect(lowest([edge, ...series])).toBeGreaterThanOrEqual(3);
  });

  it.each(sights)('are distinct for readers with %s', (_reader, seenAs) => {
    const difference = differenceCiede2000();
    const seen: Color[] = colours.series.map((colour) => seenAs(parse(colour) as Color));
    const differences = seen.flatMap((one, i) => seen.slice(i + 1).map((other) => difference(one, other)));
    expect(Math.min(...differences)).toBeGreaterThanOrEqual(15);
  });

  it('are those of the pages', () => {
    const tokens = readFileSync(path.join(__dirname, '../pages/browser/styles/tokens.css'), 'utf8');
    const { series, heat, ...named } = colours;
    const expected = Object.entries({ ...named, ...{ s: [...series], h: [...heat] } }).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : value.map((colour, i) => [`${name}${i + 1}`, colour]),
    );
    for (const [name, value] of expected) {
      const pair = new RegExp(`--${name}:\\s*light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens);
      expect({ name, value: pair?.[theme === 'light' ? 1 : 2] }).toEqual({ name, value });
    }
  });
});
