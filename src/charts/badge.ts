import { ChartTheme } from './chart-styles.js';
import { standalone } from './frame.js';
import { element, textElement } from './markup.js';
import { shorten, textWidth } from './labels/text-width.js';

interface BadgeOptions {
  label: string;
  value: string;
  /** Grays out the value, for example if it is unknown. */
  isMuted?: boolean;
  /** The badge as text, with all digits. */
  title: string;
  description: string;
  height: number;
  theme: ChartTheme;
}

const widestText = 30;

/** Draws a label and a value next to each other. */
export function badge({ label, value, isMuted = false, title, description, height, theme }: BadgeOptions): string {
  const size = height * 0.55;
  const [left, right] = [label, value].map((text) => measure(text, size)) as [MeasuredText, MeasuredText];
  const width = Math.ceil(left.width + right.width);
  const clip = element('clipPath', { id: 'shape' }, element('rect', { width, height, rx: height * 0.2 }));
  const halves = [
    element('rect', { class: 'chart-badge-label', width: left.width, height }),
    element('rect', {
      class: isMuted ? 'chart-badge-label' : 'chart-badge-value',
      x: left.width,
      width: width - left.width,
      height,
    }),
  ];
  return standalone(
    { title, description, width, height, theme, name: 'chart chart-badge' },
    clip,
    element('g', { 'clip-path': 'url(#shape)' }, ...halves),
    badgeText(left, left.width / 2, height),
    badgeText(right, left.width + right.width / 2, height),
  );
}

interface MeasuredText {
  text: string;
  size: number;
  /** The width of this half of the badge. */
  width: number;
}

function measure(text: string, size: number): MeasuredText {
  const short = shorten(text, size, widestText * size);
  return { text: short, size, width: textWidth(short, size) + size * 1.1 };
}

/** `textLength` fits the text to its estimated width, because the reader's font may be wider. */
function badgeText({ text, size, width }: MeasuredText, x: number, height: number): string {
  const attributes = {
    class: 'chart-badge-text',
    x,
    y: height * 0.69,
    'font-size': size,
    'text-anchor': 'middle',
    textLength: width - size * 1.1,
    lengthAdjust: 'spacingAndGlyphs',
  };
  return textElement('text', attributes, text);
}
