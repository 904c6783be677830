import { ChartColours, darkColours, lightColours } from './chart-colours.js';

export const chartThemes = ['light', 'dark', 'auto'] as const;

/** A light or dark background, or the preference of the reader's system. */
export type ChartTheme = (typeof chartThemes)[number];

/** The opacity of heat map cells, from no value to the largest value. */
export const heatLevels = [0, 0.18, 0.36, 0.55, 0.77, 1] as const;

/** CSS of chart parts that do not depend on colors. */
export const chartShape = [
  '.chart{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-size:12px}',
  '.chart-heading{font-size:14px;font-weight:600;unicode-bidi:plaintext}',
  '.chart-legend,.chart-mark-label{unicode-bidi:plaintext}',
  '.chart-grid,.chart-axis,.chart-mark{stroke-width:1;shape-rendering:crispEdges}',
  '.chart-mark{stroke-dasharray:3 3}',
  '.chart-line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}',
  '.chart-area{fill-opacity:.16}',
  '.chart-badge{font-weight:600}',
  '.chart-tick{font-variant-numeric:tabular-nums}',
].join('');

/**
 * Returns the CSS of the classes in a chart's markup. The colors may be variables, such as `var(--text)`. A page with
 * charts includes these rules and {@link chartShape} in its own style sheet.
 */
export function chartRules({ background, text, muted, grid, axis, series, others }: ChartColours): string {
  const colours = [...series.map((colour, i) => [String(i + 1), colour]), ['others', others]];
  return [
    `.chart-background{fill:${background}}`,
    `.chart-heading,.chart-legend,.chart-figure{fill:${text}}`,
    `.chart-tick,.chart-note,.chart-mark-label{fill:${muted}}`,
    `.chart-grid{stroke:${grid}}`,
    `.chart-axis,.chart-mark{stroke:${axis}}`,
    `.chart-layer{stroke:${background};stroke-width:.5}`,
    `.chart-badge-label{fill:${muted}}.chart-badge-text{fill:${background}}`,
    ...colours.map(([name, colour]) => `.chart-fill-${name}{fill:${colour}}.chart-stroke-${name}{stroke:${colour}}`),
    ...heatLevels.map(
      (share, i) => `.chart-heat-${i}{fill:${share === 0 ? grid : series[0]};fill-opacity:${share || 1}}`,
    ),
  ].join('');
}

/** Returns the CSS of a standalone SVG. */
export function chartStyleSheet(theme: ChartTheme): string {
  const light = chartRules(lightColours);
  const dark = chartRules(darkColours);
  if (theme === 'auto') return `${chartShape}${light}@media (prefers-color-scheme:dark){${dark}}`;
  return `${chartShape}${theme === 'dark' ? dark : light}`;
}
