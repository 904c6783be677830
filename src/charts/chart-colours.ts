/** The colors of a chart. Each is a CSS color. On pages, these are the variables of the same names. */
export interface ChartColours {
  surface: string;
  ink: string;
  /** Axis labels. */
  muted: string;
  /** Grid lines. */
  line: string;
  /** Axis lines, and the layer of the remaining series if there are more series than colors. */
  edge: string;
  /** Cells and bands without a color of their own. */
  sunken: string;
  hatch: string;
  /** One color per series, distinct for every kind of color vision (chart-colours.spec.ts). */
  series: readonly string[];
  /** From the smallest to the largest value of a grid of cells. */
  heat: readonly string[];
}

export const lightColours: ChartColours = {
  surface: '#ffffff',
  ink: '#15191d',
  muted: '#565c63',
  line: '#deded6',
  edge: '#85857c',
  sunken: '#ecece6',
  hatch: '#8f8f86',
  series: ['#074aab', '#d7780d', '#479c90', '#480035', '#4f4c21', '#ac73fe'],
  heat: ['#cfdef4', '#8fb3e6', '#4681d0', '#074aab'],
};

export const darkColours: ChartColours = {
  surface: '#1b1f24',
  ink: '#eef0f2',
  muted: '#a6aeb7',
  line: '#30363d',
  edge: '#78818b',
  sunken: '#262b31',
  hatch: '#66707a',
  series: ['#237ef8', '#e44301', '#9dedca', '#a47a90', '#e7e005', '#c3beec'],
  heat: ['#1d3559', '#215297', '#2f7fe6', '#9cc6ff'],
};

/** Number of series with a color, a dash pattern and a marker of their own. */
export const seriesCount = lightColours.series.length;
