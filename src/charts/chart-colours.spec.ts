import { ChartColours, darkColours, lightColours } from './chart-colours.js';

type Triple = [number, number, number];

/** Linear RGB as seen with color blindness: Machado, Oliveira and Fernandes (2009), severity 1. */
const sights: Record<string, [Triple, Triple, Triple]> = {
  'normal vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(colour: string): Triple {
  const channels = [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16) / 255);
  return channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Triple;
}

function times(rows: [Triple, Triple, Triple], [r, g, b]: Triple): Triple {
  return rows.map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as Triple;
}

function toLab(rgb: Triple): Triple {
  const xyz = times(
    [
      [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
      [0.2126, 0.7152, 0.0722],
      [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
    ],
    rgb,
  );
  const [x, y, z] = xyz.map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)) as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function contrast(one: string, other: string): number {
  const [dark, light] = [one, other]
    .map((colour) => {
      const [r, g, b] = linear(colour);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    })
    .sort((a, b) => a - b) as [number, number];
  return light / dark;
}

function nearest(colours: readonly string[], sight: [Triple, Triple, Triple]): number {
  const seen = colours.map((colour) => toLab(times(sight, linear(colour))));
  return Math.min(
    ...seen.flatMap((a, i) => seen.slice(i + 1).map((b) => Math.hypot(...a.map((v, k) => v - (b[k] as number))))),
  );
}

describe.each<[string, ChartColours]>([
  ['light', lightColours],
  ['dark', darkColours],
])('the %s colors', (_theme, colours) => {
  it('have the contrast that WCAG 2.2 requires: 4.5 for text, 3 for lines', () => {
    for (const text of [colours.text, colours.muted]) {
      expect(contrast(text, colours.background)).toBeGreaterThanOrEqual(4.5);
    }
    for (const line of [...colours.series, colours.others, colours.axis]) {
      expect(contrast(line, colours.background)).toBeGreaterThanOrEqual(3);
    }
    // Badges draw text on these colors too.
    for (const fill of [colours.series[0] as string, colours.others]) {
      expect(contrast(fill, colours.background)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(Object.entries(sights))('are distinct for readers with %s', (_reader, sight) => {
    expect(nearest(colours.series, sight)).toBeGreaterThan(20);
  });
});
