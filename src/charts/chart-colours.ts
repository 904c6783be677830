/** The colors of a chart. Each is a CSS color. */
export interface ChartColours {
  background: string;
  text: string;
  /** Axis labels. */
  muted: string;
  grid: string;
  /** Axis lines and marks. */
  axis: string;
  /** One color per series. {@link lightColours} and {@link darkColours} are also distinct for color-blind readers. */
  series: readonly string[];
  /** The color of the remaining series if there are more series than colors. */
  others: string;
}

/** Colors with enough contrast with white, distinct for every kind of color vision (chart-colours.spec.ts). */
export const lightColours: ChartColours = {
  background: '#ffffff',
  text: '#1f2328',
  muted: '#57606a',
  grid: '#e6e9ed',
  axis: '#8b949e',
  series: ['#0067b1', '#cc390e', '#00aa4e', '#b47591', '#5f341d', '#4504a3'],
  others: '#656d76',
};

export const darkColours: ChartColours = {
  background: '#0d1117',
  text: '#e6edf3',
  muted: '#9aa4af',
  grid: '#22272e',
  axis: '#6e7681',
  series: ['#58a6ff', '#cb7224', '#02e772', '#ffb1c6', '#bed31f', '#a384b4'],
  others: '#8b949e',
};
