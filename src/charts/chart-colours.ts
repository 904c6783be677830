/** The colours of a chart, each any colour of CSS. */
export interface ChartColours {
  background: string;
  text: string;
  /** Labels of axes. */
  muted: string;
  grid: string;
  /** The lines of an axis and of marks. */
  axis: string;
  /** One for each series. Those of {@link lightColours} and {@link darkColours} differ for colour-blind readers too. */
  series: readonly string[];
  /** What is left over when there are more series than colours. */
  others: string;
}

/** With enough contrast to white, and far enough from each other for every kind of sight (chart-colours.spec.ts). */
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
