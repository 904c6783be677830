/** The colors of a chart on light and on dark background. Pages use them as {@link colourVariables}. */
const colours = {
  surface: ['#ffffff', '#1b1f24'],
  ink: ['#15191d', '#eef0f2'],
  /** Axis labels. */
  muted: ['#565c63', '#a6aeb7'],
  /** Grid lines. */
  line: ['#deded6', '#30363d'],
  /** Lines with a contrast of 3: axes, fields, buttons, and the layer of the series beyond the number of colors. */
  edge: ['#85857c', '#78818b'],
  /** Cells and bands without a color of their own. */
  sunken: ['#ecece6', '#262b31'],
  /** One color per series, distinct for every kind of color vision (chart-colours.spec.ts). */
  s1: ['#074aab', '#237ef8'],
  s2: ['#d7780d', '#e44301'],
  s3: ['#479c90', '#9dedca'],
  s4: ['#480035', '#a47a90'],
  s5: ['#4f4c21', '#e7e005'],
  s6: ['#ac73fe', '#c3beec'],
  /** From the smallest to the largest value of a grid of cells. */
  h1: ['#cfdef4', '#1d3559'],
  h2: ['#8fb3e6', '#215297'],
  h3: ['#4681d0', '#2f7fe6'],
  h4: ['#074aab', '#9cc6ff'],
  /** Behind the initials of streamers, by channel ID modulo 10: ten hues of one lightness, with a contrast of 7 to `ink`. */
  c0: ['#fdb5b4', '#73393a'],
  c1: ['#f8bb97', '#703f1f'],
  c2: ['#e4c78a', '#5f4a1a'],
  c3: ['#c5d393', '#4a5223'],
  c4: ['#a3dbad', '#275934'],
  c5: ['#91dbd1', '#0c5952'],
  c6: ['#93d6ee', '#135568'],
  c7: ['#a8cdff', '#304d79'],
  c8: ['#cec0fd', '#514375'],
  c9: ['#eeb6e1', '#683b5f'],
} as const;

type ColourName = keyof typeof colours;
export const seriesColours = ['s1', 's2', 's3', 's4', 's5', 's6'] as const;
export const heatColours = ['h1', 'h2', 'h3', 'h4'] as const;

export const initialColours = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9'] as const;

/** Returns a CSS color. */
export type Palette = (name: ColourName) => string;

export const lightColours: Palette = (name) => colours[name][0];
export const darkColours: Palette = (name) => colours[name][1];

/** CSS that declares each color as a variable, such as `--ink`. */
export const colourVariables = `:root{${Object.entries(colours)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';')}}`;

/** CSS that gives the class of each color of initials its color. */
export const initialRules = initialColours.map((name) => `.avatar.${name}{background:var(--${name})}`).join('');

/** Number of series with a color, a dash pattern and a marker of their own. */
export const seriesCount = seriesColours.length;
