import { badge } from './badge.js';
import { Bar, barChart } from './bar-chart.js';
import { cellGrid } from './cells/cell-grid.js';
import { chartRules, chartShape, chartStyleSheet } from './chart-styles.js';
import { darkColours, heatColours, lightColours, seriesColours } from './chart-colours.js';
import { ChartOptions } from './frame.js';
import { firstValue, lineChart, LineChartOptions } from './line-chart.js';
import { Point, withGaps } from './series.js';
import { colouredLayers, stackedArea } from './stacked-area.js';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 9, 20);
const hostile = "</title><script>alert(1)</script>\" onload='x' & \u0000\uD800\u202E\nend";

const base: ChartOptions = { height: 240, title: 'Followers', description: 'From 1 to 2.' };
const picture = { width: 640, heading: 'Followers', theme: 'auto' } as const;

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

/** Returns the color of each pixel of a picture. */
async function pixelsOf(svg: string): Promise<string[]> {
  const { Resvg } = await import('@resvg/resvg-js');
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return Array.from({ length: pixels.length / 4 }, (_, i) => `#${pixels.toString('hex', 4 * i, 4 * i + 3)}`);
}

/** Returns the texts of the elements with a class. */
function textsOf(svg: string, name: string): string[] {
  const texts = svg.matchAll(new RegExp(`<text class="${name}(?: [^"]*)?"[^>]*>(.*?)</text>`, 'g'));
  return [...texts].map(([, text = '']) => text.replace(/<[^>]*>/g, ''));
}

const bands = (label: string) => [{ name: label, parts: [{ from: start, to: start + dayMs, label, colour: 2 }] }];

const all: Record<string, (text: string) => string> = {
  'a line chart': (text) =>
    line({
      ...withText(text),
      series: [
        { name: text, points: days(1, 2) },
        { name: text, points: days(3) },
      ],
      peak: { at: start, value: 3, label: text },
      bands: bands(text),
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
      bands: bands(text),
      empty: text,
    }),
  'a bar chart': (text) => {
    const link = { href: text, title: text };
    const bars = [{ from: start, to: start + 1, value: 3, link }];
    return barChart({ ...withText(text), range: { from: start, to: start + 1 }, bars, empty: text });
  },
  'a grid of cells': (text) =>
    cellGrid({
      ...withText(text),
      rows: [text],
      columns: [{ column: 0, label: text }],
      values: [[1, 2]],
      unknown: { cells: 1, label: text },
      ends: [text, text],
    }),
  'a badge': (text) => badge({ label: text, value: text, title: text, description: text, height: 20, theme: 'dark' }),
};

function withText(text: string): ChartOptions {
  return { ...base, title: text, description: text, picture: { ...picture, heading: text } };
}

const paints = [lightColours, darkColours].flatMap((colour) => [...seriesColours, ...heatColours].map(colour));

describe.each(Object.entries(all))('%s', (name, draw) => {
  it('has the colors of its data as PNG, where not all CSS works', async () => {
    const drawn = new Set(await pixelsOf(draw('plain')));
    expect(paints.some((colour) => drawn.has(colour))).toBe(name !== 'an empty line chart');
  });

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

describe('a chart of a page', () => {
  const series = [{ name: 'one', points: days(1, 2, 3) }];

  it('is one drawing with a label for screen readers, without styles of its own', () => {
    const svg = line({ series });
    expect(svg).toMatch(/^<div class="chart" role="img" aria-label="Followers. From 1 to 2.">/);
    expect(svg).not.toMatch(/<style>| style=|chart-background/);
    expect(elementsOf(svg)).not.toContain('title');
  });

  it('stretches its curves only, and hides every second label on a phone', () => {
    const svg = line({ series });
    expect(svg).toContain('viewBox="0 0 1000 240" width="100%" height="240" preserveAspectRatio="none"');
    const ticks = [...svg.matchAll(/<text class="chart-tick( w)?" x="([^"]*%)"/g)];
    expect(ticks.map(([, optional]) => optional === undefined)).toEqual(ticks.map((_, i) => i % 2 === 0));
    expect(ticks.at(-1)?.[2]).toBe('100%');
  });

  it('has the chosen range, also where it has no values', () => {
    const svg = line({ series, range: { from: start - 10 * dayMs, to: start + 10 * dayMs } });
    expect(textsOf(svg, 'chart-tick').slice(-3)).toEqual(['12 Oct', '19 Oct', '26 Oct']);
    expect(pathsOf(svg, 'chart-line')).toEqual(['M500,216L550,116L600,16']);
  });

  it('labels times for the script that converts time zones', () => {
    const svg = line({ series, range: { from: start, to: start + dayMs / 4 } });
    expect(svg).toContain('data-at="2026-10-20T03:00Z" data-clock="">03:00</text>');
  });
});

describe('lineChart', () => {
  it('draws several series with their own colors, dashes and markers, and names at their ends that do not overlap', () => {
    const series = ['one', 'two', 'three'].map((name, i) => ({ name, points: days(1, 100 + i / 10) }));
    const svg = line({ series });
    expect(svg).toContain('class="chart-line chart-stroke-3 chart-dash-3" d="M0');
    expect(svg.match(/<use /g)).toHaveLength(6);
    const labels = textsOf(svg, 'chart-label');
    expect(labels.toSorted()).toEqual(['100 one', '100.1 two', '100.2 three']);
    const places = [...svg.matchAll(/<text class="chart-label" x="30" y="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(Math.min(...places.slice(1).map((y, i) => y - (places[i] as number)))).toBeGreaterThanOrEqual(15.9);
  });

  it('marks the peak with a ring, and the average with a dotted line that replaces the last value', () => {
    const peak = { at: start, value: 9, label: 'Peak 9, 20 Oct' };
    const svg = line({ series: [{ name: 'one', points: days(7, 8) }], peak, average: 5 });
    expect(svg).toContain('class="chart-ring" cx="0%"');
    expect(pathsOf(svg, 'chart-average')).toHaveLength(1);
    expect(textsOf(svg, 'chart-label')).toEqual(['Peak 9, 20 Oct', '5 average']);
  });

  it('leaves out the rest of a label on narrow charts', () => {
    const peak = { at: start, value: 9, label: 'Peak 9', detail: ', 20 Oct, <Chess>' };
    const drawn = (width?: number) =>
      line({ series: [{ name: 'one', points: days(7, 8) }], peak, ...(width && { picture: { ...picture, width } }) });
    expect(textsOf(drawn(), 'chart-label')[0]).toBe('Peak 9, 20 Oct, &lt;Chess&gt;');
    // A page hides the element on narrow screens, and a script converts its time.
    expect(drawn()).toMatch(/>Peak 9<tspan class="w" data-at="2026-10-20T00:00Z">/);
    expect(textsOf(drawn(479), 'chart-label')[0]).toBe('Peak 9');
    expect(textsOf(drawn(480), 'chart-label')[0]).toBe('Peak 9, 20 Oct, &lt;Chess&gt;');
  });

  it('marks a record with a ring and, unless the peak is close, a label without a time', () => {
    const peak = { at: start, value: 9, label: 'Peak 9' };
    const drawn = (value: number) => {
      const record = { at: start, value, label: '', detail: '4, best month', labelAt: null };
      return line({ series: [{ name: 'one', points: days(0, 4) }], peak, record });
    };
    expect(drawn(4).match(/chart-ring/g)).toHaveLength(2);
    expect(drawn(4)).toContain('<tspan class="w">4, best month</tspan>');
    expect(drawn(8.9).match(/chart-ring/g)).toHaveLength(2);
    expect(textsOf(drawn(8.9), 'chart-label')).not.toContain('4, best month');
  });

  it('leaves a gap for an unknown value, and draws a dot for an isolated value', () => {
    const svg = line({ series: [{ name: 'one', points: days(1, 2, null, 3, null, 4, 5) }] });
    const [path = ''] = pathsOf(svg, 'chart-line');
    expect(path.split('M')).toHaveLength(4);
    expect(svg).toContain('<use href="#chart-marker-1" x="50%"');
  });

  it('draws a single point in the middle, with its time', () => {
    const svg = line({ series: [{ name: 'one', points: days(21_432) }] });
    expect(textsOf(svg, 'chart-tick').at(-1)).toBe('20 Oct 2026, 00:00');
    expect(textsOf(svg, 'chart-tick')[2]).toBe('20,000');
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

  it('starts at 0 only on request, and reports where it starts', () => {
    const series = [{ name: 'one', points: days(1_000, 1_010) }];
    expect(textsOf(line({ series }), 'chart-tick')[0]).toBe('1,000');
    expect(firstValue({ ...base, series, empty: '' })).toBe(1_000);
    const filled = line({ series, fromZero: true });
    expect(textsOf(filled, 'chart-tick')[0]).toBe('0');
    expect(pathsOf(filled, 'chart-area')).toHaveLength(1);
  });

  it('has a dot for each point that is about a time of its own, without an area between the points', () => {
    const series = [{ name: 'one', points: days(1, null, 3, 2) }];
    const svg = line({ series, hasDots: true, fromZero: true });
    expect(pathsOf(svg, 'chart-dots')[0]?.match(/M/g)).toHaveLength(3);
    expect(pathsOf(svg, 'chart-area')).toEqual([]);
  });

  it('is thin at values of a part of their time', () => {
    const points = days(1, 2, 3, 4).map((point, i) => ({ ...point, isPart: i > 1 }));
    const [thin, solid] = pathsOf(line({ series: [{ name: 'one', points }] }), 'chart-line');
    expect([thin, solid].map((path) => path?.split(/[ML]/).length)).toEqual([5, 3]);
  });

  it('has equal steps for equal multiples on a logarithmic axis, without a place for 0', () => {
    const svg = line({ scale: 'log', height: 320, series: [{ name: 'one', points: days(0, 250, 9_000) }] });
    const ticks = ['200', '500', '1,000', '2,000', '5,000', '10,000'];
    expect(textsOf(svg, 'chart-tick').slice(0, 6)).toEqual(ticks);
    expect(pathsOf(svg, 'chart-line')[0]?.split(/[ML]/)).toHaveLength(3);
  });

  it.each([
    [200, 0],
    [240, 2],
  ])('has space for its values also at a height of %i pixels, with %i bands', (height, count) => {
    const options = { ...base, height, picture, peak: { at: start, value: 9, label: 'Peak 9' } };
    const both = [...bands('Chess'), ...bands('Endgames')];
    const svgs = [
      line({ ...options, series: [{ name: 'one', points: days(1, 9) }], bands: both }),
      stackedArea({
        ...options,
        moments: [start, start + dayMs],
        layers: [{ name: 'one', values: [1, 9] }],
        bands: both,
        empty: '',
      }),
    ];
    for (const svg of svgs) {
      const [bottom = 0] = /class="chart-axis" d="M0 ([\d.]+)/.exec(svg)?.slice(1).map(Number) ?? [];
      const [peak = 0] = /class="chart-ring"[^>]* cy="([\d.]+)"/.exec(svg)?.slice(1).map(Number) ?? [];
      expect(bottom - peak).toBeGreaterThan(60);
      expect(svg.match(/class="chart-band /g) ?? []).toHaveLength(count);
    }
  });

  it('shows games and titles as bands under the axis, and cuts them to the range', () => {
    const parts = [
      { from: start - dayMs, to: start + dayMs / 2, label: 'Chess', colour: 2 },
      { from: start + dayMs / 2, to: start + dayMs / 2 + 60_000, label: 'Art', colour: 3 },
    ];
    const svg = line({ series: [{ name: 'one', points: days(1, 2) }], bands: [{ name: 'Game', parts }] });
    expect(svg).toContain('<svg x="0%" y="216" width="50%" height="24"><title>Chess</title>');
    expect(textsOf(svg, 'chart-label')).toEqual(['Chess', '2']);
  });

  it('leaves out bands that would leave no space for the values, and numbered lines too close to the last one', () => {
    const parts = [{ from: start, to: start + dayMs, label: 'Chess' }];
    const series = [{ name: 'one', points: days(1, 2) }];
    const marks = [0.1, 0.101, 0.5].map((share) => start + share * dayMs);
    const svg = line({ series, height: 150, bands: [{ name: 'Game', parts }], marks });
    expect(textsOf(svg, 'chart-label')).toEqual(['1', '3', '2']);
  });

  it('keeps everything within a picture of any size', () => {
    for (const [width, height] of [
      [200, 100],
      [320, 120],
      [1_600, 800],
    ] as const) {
      const svg = line({
        ...{ height, picture: { ...picture, width } },
        series: [{ name: 'one', points: days(1, 2 ** 53 - 1, 3) }],
      });
      const numbers = (name: string) =>
        [...svg.matchAll(new RegExp(` ${name}="([-\\d.]+)"`, 'g'))].map(([, n]) => Number(n));
      expect(Math.min(...numbers('x'), ...numbers('y'))).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers('x'))).toBeLessThanOrEqual(width);
      expect(Math.max(...numbers('y'))).toBeLessThanOrEqual(height);
      expect(svg).not.toMatch(/NaN|%"/);
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
      { name: 'one', values: [10, 10, 10, 10], heldViewers: [null, null, null, null] },
      { name: 'two', values: [20, null, 25, 25], heldViewers: [null, 20, null, null] },
    ];
    const svg = stackedArea({ ...base, id: 'graph', moments, layers, empty: '' });
    const [one = '', two = ''] = pathsOf(svg, 'chart-layer');
    expect(one.split(/[MLZ]/).filter(Boolean)).toHaveLength(8);
    // The first value, and the last two.
    expect(two.split('M')).toHaveLength(3);
    expect(svg.match(/<pattern /g)).toHaveLength(1);
    expect(svg).toContain('<pattern id="graph-hatch-2"');
    // From the last known value to the next one, with the top of the area at the last known value.
    const top = two.split(/[ML]/)[1]?.split(',')[1];
    expect(svg).toContain(`fill="url(#graph-hatch-2)" x="0%" width="66.67%" y="${top}"`);
    expect(svg).toContain('<title>two: unknown</title>');
  });

  it('hatches the sum of the smallest layers if one of them is unknown', () => {
    const layers = Array.from({ length: 8 }, (_, i) => ({
      name: `layer ${i}`,
      values: moments.map((_at, place) => (i === 0 && place === 1 ? null : i + 1)),
      heldViewers: moments.map((_at, place) => (i === 0 && place === 1 ? 1 : null)),
    }));
    expect(stackedArea({ ...base, moments, layers, empty: '' })).toContain('<title>2 others: unknown</title>');
  });

  it('has the ring of a peak by minutes in the plot, above the means of the intervals', () => {
    const layers = [{ name: 'one', values: [10, 12, 12, 10] }];
    const peak = { at: start + dayMs, value: 48, label: 'Peak 48' };
    const svg = stackedArea({ ...base, moments, layers, peak, empty: '' });
    expect(Number(/class="chart-ring"[^>]* cy="([-\d.]+)"/.exec(svg)?.[1])).toBeGreaterThan(0);
    expect(textsOf(svg, 'chart-tick')).toContain('50');
  });

  it('sums the smallest layers if there are more layers than colors', () => {
    const layers = Array.from({ length: 9 }, (_, i) => ({ name: `layer ${i}`, values: moments.map(() => i + 1) }));
    const names = colouredLayers(layers).map(({ name }) => name);
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
  const draw = (...bars: Bar[]) =>
    barChart({ ...base, range: { from: start, to: start + 10 * dayMs }, bars, empty: '' });
  const bar = (day: number, more: Partial<Bar> = {}): Bar => {
    return { from: start + day * dayMs, to: start + (day + 1) * dayMs, value: 2, ...more };
  };

  it('draws each bar at its time, as wide as its time, and starts at 0', () => {
    const svg = draw(bar(1), bar(5, { value: 1 }));
    expect(pathsOf(svg, 'chart-bar')).toEqual(['M100 216V16H200V216z', 'M500 216V116H600V216z']);
    expect(textsOf(svg, 'chart-tick')[0]).toBe('0');
  });

  it('does not let neighboring bars overlap, and shows a bar of a minute', async () => {
    const options = {
      ...base,
      picture: { ...picture, theme: 'light' as const },
      range: { from: start, to: start + 5 * dayMs },
    };
    const pixelsIn = async (...bars: Bar[]) => {
      const pixels = await pixelsOf(barChart({ ...options, bars, empty: '' }));
      return seriesColours.map((name) => pixels.filter((pixel) => pixel === lightColours(name)).length);
    };
    const [alone = 0] = await pixelsIn(bar(0, { series: 1 }));
    const minute = { from: start + 3 * dayMs, to: start + 3 * dayMs + 60_000, value: 2, series: 3 };
    const [one = 0, two = 0, three] = await pixelsIn(bar(0, { series: 1 }), bar(1, { series: 2 }), minute);
    // A row of pixels at the edge of two bars is a mixture of their colors.
    const row = 150;
    for (const beside of [one, two]) expect(Math.abs(alone - beside)).toBeLessThanOrEqual(row);
    expect(three).toBeGreaterThan(row / 2);
  });

  it('has a legend with squares, and a line chart one with parts of its lines', () => {
    const bars = [bar(0, { series: 1 }), bar(1, { series: 2 })];
    const svg = barChart({
      ...base,
      range: { from: start, to: start + 10 * dayMs },
      bars,
      names: ['one', 'two'],
      empty: '',
    });
    expect(textsOf(svg, 'chart-label')).toEqual([' one', ' two']);
    expect(svg.match(/<rect class="chart-fill-[12]"/g)).toHaveLength(2);
    expect(pathsOf(svg, 'chart-line')).toEqual([]);
    const series = ['one', 'two'].map((name) => ({ name, points: days(1, 2) }));
    expect(pathsOf(line({ series }), 'chart-line')).toHaveLength(4);
  });

  it('draws a thin line up to the high of a bar', () => {
    const svg = draw(bar(1, { high: 4 }));
    expect(pathsOf(svg, 'chart-high')).toEqual(['M150 16V116']);
  });

  it('hatches what is not over in its color, and marks what is unknown with a dot', () => {
    const svg = draw(
      bar(0),
      bar(1, { value: 1, isPart: true }),
      bar(2, { value: null }),
      bar(3, { value: null, series: 2 }),
    );
    expect(pathsOf(svg, 'chart-bar')).toHaveLength(1);
    expect(svg).toContain('fill="url(#chart-hatch-1)" x="10%" width="10%" y="116" height="100"');
    expect(svg).toContain('<path class="chart-dots chart-stroke-others" d="M250 211h0"/>');
    expect(svg).toContain('<path class="chart-dots chart-stroke-2" d="M350 211h0"/>');
  });

  it('hides links from screen readers and the keyboard, because the table has them', () => {
    const svg = draw(bar(0, { link: { href: '/streams/1', title: '20 Oct: 2' } }));
    expect(svg).toMatch(/^<div class="chart" aria-hidden="true">/);
    expect(svg).toContain('<a href="/streams/1" tabindex="-1"><title>20 Oct: 2</title>');
  });

  it('has at most eight labels of the time axis', () => {
    const bars = Array.from({ length: 90 }, (_, day) => bar(day));
    const svg = barChart({ ...base, range: { from: start, to: start + 90 * dayMs }, bars, empty: '' });
    expect(textsOf(svg, 'chart-tick').filter((text) => /[A-Z]/.test(text)).length).toBeLessThanOrEqual(8);
  });
});

describe('cellGrid', () => {
  const grid = (...values: (number | null)[]) =>
    cellGrid({ ...base, rows: ['Mon'], columns: [], values: [values], ends: ['none', 'most'] });
  const levelsOf = (svg: string) =>
    [...svg.matchAll(/chart-heat-(\d)" d="(M\d+ 0h[^"]*)"/g)].map(([, level, d]) => `${level}: ${d}`);

  it('shows the share of the largest value in four colors, 0 in its own, and no cell for null', () => {
    expect(levelsOf(grid(0, 0, 0.1, 5, null, 10))).toEqual(['0: M0 0h1M1 0h1', '1: M2 0h1', '2: M3 0h1', '4: M5 0h1']);
  });

  it('is empty without values', () => {
    expect(levelsOf(grid(0))).toEqual(['0: M0 0h1']);
  });

  it('hatches the unknown cells, also in a column that is known in part', () => {
    const unknown = { cells: 2, label: 'Unknown before 9 May' };
    const values = [[null, null, 1, 2]];
    const svg = cellGrid({ ...base, rows: ['Mon'], columns: [], values, unknown, ends: ['none', 'most'] });
    expect(svg.match(/<rect [^>]*hatch-unknown[^>]*>/g)).toEqual([expect.stringContaining('x="0%" width="50%"')]);
    expect(textsOf(svg, 'chart-label')).toEqual(['Unknown before 9 May']);
    const rows = ['Mon', 'Tue'];
    const two = cellGrid({
      ...base,
      rows,
      columns: [],
      values: [
        [null, null, 1],
        [null, 2, 3],
      ],
      unknown: { ...unknown, cells: 3 },
      ends: ['none', 'most'],
    });
    expect(two).toMatch(
      /x="0%" width="33.33%" y="0" height="194"\/><rect [^>]* x="33.33%" width="33.33%" y="0" height="97"/,
    );
  });
});

describe('the style', () => {
  it('is inside a standalone picture, in values that every program draws', () => {
    const svg = line({ picture, series: [{ name: 'one', points: days(1, 2) }] });
    expect(svg).toContain('<style>');
    expect(svg).not.toMatch(/var\(|light-dark|color-mix|@container/);
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
