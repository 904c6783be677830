/** Four strokes that grow, and the stroke that completes five tally marks. In units of a square of 24. */
const strokes = 'M5 21v-6M9.5 21V11M14 21V7M18.5 21V3';
const fifth = 'M2 17.5 22 8';

/** The colors of the mark on paper. The header uses the color of the text for the strokes. */
export const markColours = { paper: '#f5f5f1', ink: '#15191d', accent: '#c22a1b' } as const;

/** The mark as SVG markup without the svg element, for pictures. */
export const markSvg = `<g fill="none" stroke-width="2.4" stroke-linecap="round"><path stroke="${markColours.ink}" d="${strokes}"/><path stroke="${markColours.accent}" d="${fifth}"/></g>`;

/** The icon of the site: the mark on paper, which is visible in light and dark themes. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${markColours.paper}"/><g transform="translate(4 4)">${markSvg}</g></svg>`;

/** The address of the icon in pages. It contains the icon, because a file would be one more request. */
export const siteIcon = `data:image/svg+xml,${encodeURIComponent(iconSvg)}`;

/** The mark, as next to the name of the site. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      class="mark"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2.4"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <path d={strokes} />
      <path class="mark-fifth" d={fifth} />
    </svg>
  );
}
