import { darkColours, heatColours, lightColours, Palette, seriesColours } from './chart-colours.js';

export const chartThemes = ['light', 'dark', 'auto'] as const;

/** A light or dark background, or the preference of the reader's system. */
export type ChartTheme = (typeof chartThemes)[number];

/** The dash patterns of the series. Patterns that start with 0 are solid lines. */
const dashes = ['0', '9 4', '2 4', '12 4 2 4', '5 3', '16 5'];

/** CSS of chart parts that do not depend on colors. */
export const chartShape = [
  '.chart{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK KR",sans-serif;font-size:12px}',
  '.chart-tick,.chart-label{font-variant-numeric:tabular-nums}',
  '.chart-heading{font-size:14px;font-weight:600;unicode-bidi:plaintext}.chart-badge{font-weight:600}',
  '.chart-label{font-weight:600;unicode-bidi:plaintext;paint-order:stroke;stroke-width:4px;stroke-linejoin:round}',
  '.chart-line,.chart-dots,.chart-grid,.chart-axis,.chart-average,.chart-bar,.chart-high,.chart-layer,.chart-unknown{vector-effect:non-scaling-stroke}',
  '.chart-grid,.chart-axis,.chart-mark,.chart-average{fill:none;stroke-width:1}',
  '.chart-mark{stroke-dasharray:3 3}.chart-average{stroke-dasharray:7 4}',
  '.chart-line{fill:none;stroke-width:2.25;stroke-linejoin:round}.chart-guide{stroke-width:1;stroke-opacity:.6}',
  '.chart-dots,.chart-unknown{fill:none;stroke-width:5.5;stroke-linecap:round}',
  '.chart-unknown{stroke-width:3;stroke-dasharray:0 7}',
  '.chart-bar{stroke-width:2}.chart-high{fill:none;stroke-width:1.5}.chart-high,.chart-outline{stroke-opacity:.75}',
  '.chart-area{fill-opacity:.14}.chart-band{fill-opacity:.3}.chart-ring{stroke-width:2.5}',
  // A line of dashes is a row of cells.
  '.chart-cells path{stroke-width:.9;stroke-dasharray:.9 .1}',
  '.chart .chart-plain{stroke:none}',
  ...dashes.map((dash, i) => (dash === '0' ? '' : `.chart-dash-${i + 1}{stroke-dasharray:${dash}}`)),
].join('');

/**
 * Returns the CSS of the classes in a chart's markup. The colors may be variables, such as `var(--ink)`. A page with
 * charts includes these rules and {@link chartShape} in its own style sheet.
 */
export function chartRules(colour: Palette): string {
  const [surface, ink] = [colour('surface'), colour('ink')];
  const places = [...seriesColours.map((name, i) => [i + 1, colour(name)]), ['others', colour('edge')]];
  return [
    `.chart-background,.chart-badge-text{fill:${surface}}`,
    `.chart-heading,.chart-label{fill:${ink}}.chart-label{stroke:${surface}}`,
    `.chart-tick,.chart-note,.chart-badge-label{fill:${colour('muted')}}.chart-badge-value{fill:${colour('h4')}}`,
    `.chart-grid{stroke:${colour('line')}}.chart-axis,.chart-mark,.chart-unknown{stroke:${colour('edge')}}.chart-average{stroke:${ink}}`,
    `.chart-ring{fill:${surface};stroke:${ink}}`,
    `.chart-layer{stroke:${surface};stroke-width:.5}`,
    ...places.map(([place, fill]) => `.chart-fill-${place}{fill:${fill}}.chart-stroke-${place}{stroke:${fill}}`),
    ...(['sunken', ...heatColours] as const).map((name, i) => `.chart-heat-${i}{stroke:${colour(name)}}`),
    `.chart-fill-0{fill:${colour('sunken')}}`,
  ].join('');
}

/** Returns the CSS of a standalone SVG. */
export function chartStyleSheet(theme: ChartTheme): string {
  const light = chartRules(lightColours);
  const dark = chartRules(darkColours);
  if (theme === 'auto') return `${chartShape}${light}@media (prefers-color-scheme:dark){${dark}}`;
  return `${chartShape}${theme === 'dark' ? dark : light}`;
}
