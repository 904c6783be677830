import { HTMLElement } from 'node-html-parser';
import { FunctionComponent, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { parseMarkup } from '../../../test/support/pages/markup.js';
import { Change, Gain, Hours, Quotient } from './numbers.js';

const draw = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  parseMarkup(renderToString(h(component, props)));

/** Returns the text without the words for screen readers. */
function textOf(drawn: HTMLElement): string {
  for (const hidden of drawn.querySelectorAll('.sr')) hidden.remove();
  return drawn.text;
}

it.each([
  [3, '0.1'],
  [9, '0.2'],
  [15, '0.3'],
  [57, '1.0'],
  [261, '4.4'],
  [5_996, '99.9'],
  [5_997, '100'],
  [60_330, '1,006'],
  [2 ** 53 - 1, '150T'],
])('writes %d minutes as %s hours', (minutes, text) => {
  expect(textOf(draw(Hours, { minutes }))).toBe(text);
});

it('writes a rate with one decimal', () => {
  expect(textOf(draw(Quotient, { dividend: 7, divisor: 20 }))).toBe('0.4');
});

it('writes a loss as a gain with a sign', () => {
  expect(textOf(draw(Gain, { value: -3_485 }))).toBe('−3,485');
});

it.each([
  [200, 201, '▲ 1%'],
  [200, 199, '▼ 1%'],
  [8, 1, '▼ 88%'],
  [40, 63, '▲ 58%'],
  [200, 229, '▲ 15%'],
  [7, 7, '±0%'],
  [1_000, 1_004, '±0%'],
  [1_000, 996, '±0%'],
  [2 ** 53 - 1, 1, '▼ 100%'],
  [1, 2 ** 53 - 1, '▲ >999%'],
  [0, 5, ''],
])('writes the change from %d to %d as %s', (before, now, text) => {
  expect(textOf(draw(Change, { now, before }))).toBe(text);
});

it('says up or down to screen readers, and has a color only where more is better', () => {
  const better = draw(Change, { now: 24, before: 100 });
  expect([better.querySelector('.change')?.classNames, better.querySelector('.sr')?.text]).toEqual([
    'change down',
    'down ',
  ]);
  const neutral = draw(Change, { now: 100, before: 24, isNeutral: true });
  expect([neutral.querySelector('.change')?.classNames, neutral.querySelector('.sr')?.text]).toEqual(['change', 'up ']);
});
