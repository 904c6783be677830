import { badge } from './badge.js';
import { barChart } from './bar-chart.js';
import { chartRules, chartShape, chartStyleSheet } from './chart-styles.js';
import { lightColours } from './chart-colours.js';
import { ChartOptions } from './frame.js';
import { heatMap } from './heat-map.js';
import { lineChart, LineChartOptions } from './line-chart.js';
import { Point, withGaps } from './series.js';
import { stackedArea } from './stacked-area.js';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 9, 20);
const hostile = "</title><script>alert(1)</script>\" onload='x' & \u0000\uD800\u202E\nend";

const base: ChartOptions = { width: 640, height: 240, title: 'Followers', description: 'From 1 to 2.', theme: 'auto' };

function days(...values: (number | null)[]): Point[] {
  return values.map((value, i) => ({ at: start + i * dayMs, value }));
}

function line(options: Partial<LineChartOptions>): string {
  return lineChart({ ...base, series: [], empty: 'None yet', ...options });
}

/** Returns the names of all elements in document order. Throws if the markup is not well-formed. */
function elementsOf(svg: string): string[] {
  const open: string[] = [];
  const tags = [...svg.matchAll(/<(\/?)([a-zA-Z]+)((?: [\w:-]+="[^"<>]*")*)(\/?)>/g)];
  for (const [, closing, name = '', , single] of tags) {
    if (closing && open.pop() !== name) throw new Error(`</${name}> closes another element`);
    if (!closing && !single) open.push(name);
  }
  const text = tags.reduce((rest, [tag]) => rest.replace(tag, ''), svg);
  if (open.length > 0 || /[<>]|&(?!(amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`Not well-formed: ${text}`);
  return tags.filter(([, closing]) => !closing).map(([, , name = '']) => name);
}

/** Returns the attribute `d` of the elements with a class. */
function pathsOf(svg: string, name: string): string[] {
  return [...svg.matchAll(/<path class="([^"]*)" d="([^"]*)"/g)]
    .filter(([, classes = '']) => classes.split(' ').includes(name))
    .map(([, , d = '']) => d);
}

/** Returns the texts of the elements with a class. */
function textsOf(svg: string, name: string): string[] {
  return [...svg.matchAll(new RegExp(`<text class="${name}"[^>]*>([^<]*)</text>`, 'g'))].map(([, text = '']) => text);
}

const all: Record<string, (text: string) => string> = {
  'a line chart': (text) =>
    line({
      ...withText(text),
      series: [
        { name: text, points: days(1, 2) },
        { name: text, points: days(3) },
      ],
      marks: [{ at: start, label: text }],
    }),
  'an empty line chart': (text) => line({ ...withText(text), empty: text }),
  'a stacked area': (text) =>
    stackedArea({
      ...withText(text),
      moments: [start, start + 1],
      layers: [
        { name: text, values: [1, 2] },
        { name: text, values: [3, 4] },
      ],
      empty: text,
    }),
  'a bar chart': (text) => barChart({ ...withText(text), bars: [{ label: text, value: 3, title: text }], empty: text }),
  'a heat map': (text) =>
    heatMap({
      ...withText(text),
      rows: [text],
      columns: [text],
      values: [[1]],
      describe: () => text,
    }),
  'a badge': (text) => badge({ label: text, value: text, title: text, description: text, height: 20, theme: 'dark' }),
};

function withText(text: string): ChartOptions {
  return { ...base, title: text, description: text, heading: text };
}

describe.each(Object.entries(all))('%s', (_name, draw) => {
  it('is well-formed for any text, and text adds no elements', () => {
    const elements = elementsOf(draw(hostile));
    expect(elements).toEqual(elementsOf(draw('plain')));
    expect(elements).not.toContain('script');
    for (const character of ['\u0000', '\uD800', '\u202E']) expect(draw(hostile)).not.toContain(character);
  });

  it('gives assistive technology its title and description', () => {
    const svg = draw('plain');
    expect(svg).toMatch(
      /^<svg [^>]*role="img" aria-labelledby="(\S+) (\S+)"[^>]*><title id="\1">plain<\/title><desc id="\2">plain<\/desc>/,
    );
  });
});

describe('lineChart', () => {
  it('draws each series, with a legend if there are several', () => {
    const series = [
      { name: 'one', points: days(1, 2) },
      { name: 'two', points: days(2, 3) },
    ];
    const svg = line({ series });
    expect(pathsOf(svg, 'chart-line')).toHaveLength(2);
    expect(textsOf(svg, 'chart-legend')).toEqual(['one', 'two']);
    expect(textsOf(line({ series: series.slice(0, 1) }), 'chart-legend')).toEqual([]);
  });

  it('leaves a gap for an unknown value, and draws a dot for an isolated value', () => {
    const svg = line({ series: [{ name: 'one', points: days(1, 2, null, 3, null, 4, 5) }] });
    const [path = ''] = pathsOf(svg, 'chart-line');
    expect(path.split('M')).toHaveLength(4);
    expect(svg.match(/<circle/g)).toHaveLength(1);
  });

  it('draws a single point in the middle, with its time', () => {
    const svg = line({ series: [{ name: 'one', points: days(21_432) }] });
    expect(textsOf(svg, 'chart-tick').at(-1)).toBe('20 Oct 2026, 00:00');
    expect(textsOf(svg, 'chart-tick').slice(0, -1)).toEqual(['0', '10k', '20k', '30k', '40k', '50k']);
  });

  it.each([
    ['no series', []],
    ['no point', [{ name: 'one', points: [] }]],
    ['no known value', [{ name: 'one', points: days(null, null) }]],
  ])('shows a note instead of a plot for %s', (_case, series) => {
    const svg = line({ series });
    expect(textsOf(svg, 'chart-note')).toEqual(['None yet']);
    expect(elementsOf(svg)).not.toContain('path');
  });

  it('draws the marks within its time range, and labels those that fit', () => {
    const marks = [0, 0.01, 3, 99].map((day) => ({ at: start + day * dayMs, label: `Game ${day}` }));
    const svg = line({ series: [{ name: 'one', points: days(1, 2, 3, 4) }], marks });
    expect(svg.match(/class="chart-mark"/g)).toHaveLength(3);
    expect(textsOf(svg, 'chart-mark-label')).toEqual(['Game 0', 'Game 3']);
  });

  it('starts at 0 only on request', () => {
    const series = [{ name: 'one', points: days(1_000, 1_010) }];
    expect(textsOf(line({ series }), 'chart-tick')[0]).toBe('1,000');
    const filled = line({ series, fromZero: true });
    expect(textsOf(filled, 'chart-tick')[0]).toBe('0');
    expect(pathsOf(filled, 'chart-area')).toHaveLength(1);
  });

  it('keeps everything within the picture at any size', () => {
    for (const [width, height] of [
      [160, 90],
      [320, 120],
      [1_600, 800],
    ] as const) {
      const svg = line({
        width,
        height,
        heading: 'Followers of somebody',
        series: [{ name: 'one', points: days(1, 2 ** 53 - 1, 3) }],
      });
      const numbers = (name: string) =>
        [...svg.matchAll(new RegExp(` ${name}="([-\\d.]+)"`, 'g'))].map(([, n]) => Number(n));
      expect(Math.min(...numbers('x'), ...numbers('y'))).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers('x'))).toBeLessThanOrEqual(width);
      expect(Math.max(...numbers('y'))).toBeLessThanOrEqual(height);
      expect(svg).not.toContain('NaN');
    }
  });
});

describe('stackedArea', () => {
  const moments = [0, 1, 2, 3].map((day) => start + day * dayMs);

  it('stacks layers, and leaves a gap where no layer has a value', () => {
    const layers = [
      { name: 'one', values: [10, 10, null, 10] },
      { name: 'two', values: [20, null, null, 20] },
    ];
    const svg = stackedArea({ ...base, moments, layers, empty: '' });
    expect(
      textsOf(svg, 'chart-tick')
        .filter((text) => /^\d+$/.test(text))
        .at(-1),
    ).toBe('30');
    for (const path of pathsOf(svg, 'chart-layer')) expect(path.split('M')).toHaveLength(3);
  });

  it('hatches a layer where it is unknown, at the height at which it is held, and breaks its area there', () => {
    const layers = [
      { name: 'one', values: [10, 10, 10, 10], held: [null, null, null, null] },
      { name: 'two', values: [20, null, 25, 25], held: [null, 20, null, null] },
    ];
    const svg = stackedArea({ ...base, id: 'graph', moments, layers, empty: '' });
    const [one = '', two = ''] = pathsOf(svg, 'chart-layer');
    const pointsOf = (path: string) => path.split(/[MLZ]/).filter(Boolean).length;
    expect(pointsOf(one)).toBe(8);
    // The first value, and the last two.
    expect(two.split('M')).toHaveLength(3);
    expect(pathsOf(svg, 'chart-hatch').map(pointsOf)).toEqual([6]);
    expect(svg).toContain('fill="url(#graph-hatch-2)"><title>two: unknown</title>');
    expect(svg.match(/<pattern /g)).toHaveLength(1);
    expect(svg).toContain('<pattern id="graph-hatch-2"');
    // The top of the hatch is the top of the area at the first value.
    const topOf = (path = '', place: number) => path.split(/[ML]/)[place]?.split(',')[1];
    expect(topOf(pathsOf(svg, 'chart-hatch')[0], 2)).toBe(topOf(two, 1));
  });

  it('hatches the sum of the smallest layers if one of them is unknown', () => {
    const layers = Array.from({ length: 8 }, (_, i) => ({
      name: `layer ${i}`,
      values: moments.map((_at, place) => (i === 0 && place === 1 ? null : i + 1)),
      held: moments.map((_at, place) => (i === 0 && place === 1 ? 1 : null)),
    }));
    expect(stackedArea({ ...base, moments, layers, empty: '' })).toContain('<title>2 others: unknown</title>');
  });

  it('sums the smallest layers if there are more layers than colors', () => {
    const layers = Array.from({ length: 9 }, (_, i) => ({ name: `layer ${i}`, values: moments.map(() => i + 1) }));
    const names = textsOf(stackedArea({ ...base, moments, layers, empty: '' }), 'chart-legend');
    expect(names).toEqual(['layer 3', 'layer 4', 'layer 5', 'layer 6', 'layer 7', 'layer 8', '3 others']);
  });

  it('shows a note without a value', () => {
    const svg = stackedArea({
      ...base,
      moments,
      layers: [{ name: 'one', values: [null, null, null, null] }],
      empty: 'None',
    });
    expect(textsOf(svg, 'chart-note')).toEqual(['None']);
  });
});

describe('barChart', () => {
  it('draws a bar for each known value, with all digits in its title', () => {
    const bars = [3, null, 0].map((value, i) => ({ label: `${i}`, value, title: `title ${i}` }));
    const svg = barChart({ ...base, theme: undefined, bars, empty: '' });
    expect(svg.match(/<rect/g)).toHaveLength(2);
    expect(svg).toContain('<title>title 0</title>');
    expect(textsOf(svg, 'chart-tick').slice(-3)).toEqual(['0', '1', '2']);
  });

  it('omits labels at regular intervals where they would touch', () => {
    const bars = Array.from({ length: 90 }, (_, i) => ({ label: `day ${i}`, value: 1, title: '' }));
    const labels = textsOf(barChart({ ...base, bars, empty: '' }), 'chart-tick').filter((text) =>
      text.startsWith('day'),
    );
    const steps = labels.slice(1).map((label, i) => Number(label.slice(4)) - Number(labels[i]?.slice(4)));
    expect(labels.length).toBeGreaterThan(5);
    expect(new Set(steps).size).toBe(1);
  });
});

describe('heatMap', () => {
  it('shows the share of the largest value in five steps, and 0 as empty', () => {
    const svg = heatMap({
      ...base,
      rows: ['Mon'],
      columns: ['0', '1', '2', '3'],
      values: [[0, 0.1, 5, 10]],
      describe: (row, column, value) => `${row}/${column}: ${value}`,
    });
    const levels = [...svg.matchAll(/chart-heat-(\d)"[^>]*><title>([^<]*)/g)].map(
      ([, level, title]) => `${title}=${level}`,
    );
    expect(levels).toEqual(['0/0: 0=0', '0/1: 0.1=1', '0/2: 5=3', '0/3: 10=5']);
  });

  it('is empty without values', () => {
    const svg = heatMap({ ...base, rows: ['Mon'], columns: ['0'], values: [[0]], describe: () => 'nothing' });
    expect(svg).toContain('<title>nothing</title>');
    expect(svg).not.toContain('NaN');
  });
});

describe('the style', () => {
  it('is inside a standalone picture, and not in a picture of a page', () => {
    expect(line({ series: [] })).toContain('<style>');
    expect(line({ theme: undefined })).not.toMatch(/<style>| style=|chart-background/);
  });

  it('follows the system setting in the theme auto only', () => {
    expect(chartStyleSheet('auto')).toContain('@media (prefers-color-scheme:dark)');
    expect(chartStyleSheet('light')).toBe(chartShape + chartRules(lightColours));
    expect(chartStyleSheet('dark')).not.toContain('@media');
  });
});

describe('withGaps', () => {
  it('breaks a line at pauses that are longer than allowed', () => {
    const points = [0, 1, 3, 6].map((day) => ({ at: day * dayMs, value: day }));
    const broken = withGaps(points, 2 * dayMs);
    expect(broken.map(({ value }) => value)).toEqual([0, 1, 3, null, 6]);
  });
});
