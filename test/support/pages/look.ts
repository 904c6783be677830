import type { Page } from 'puppeteer-core';

/**
 * Lists what a person would miss on a page: panels without content, texts and controls without extent, and texts and borders of
 * fields that hardly differ from their background.
 */
export async function findFlaws(page: Page): Promise<string[]> {
  return page.evaluate(findInPage);
}

/** Runs in the browser, so it uses nothing from outside. */
function findInPage(): string[] {
  const flaws = new Set<string>();
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const known = new Map<string, number[]>();

  /** Red, green, blue and opacity of a CSS color, each up to 1. */
  const channelsOf = (color: string): number[] => {
    const found = known.get(color);
    if (found) return found;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const channels = [...context.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
    known.set(color, channels);
    return channels;
  };
  const over = (top: number[], below: number[]) =>
    [0, 1, 2].map((i) => (top[i] ?? 0) * (top[3] ?? 1) + (below[i] ?? 0) * (1 - (top[3] ?? 1)));
  const luminanceOf = (color: number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrastOf = (one: number[], other: number[]) => {
    const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  /** Undefined behind an image, where the contrast depends on the place. */
  const backgroundOf = (element: Element | null): number[] | undefined => {
    if (element === null) return [1, 1, 1];
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const own = channelsOf(backgroundColor);
    if (backgroundImage !== 'none') return undefined;
    if (own[3] === 1) return own;
    const below = backgroundOf(element.parentElement);
    return below && over(own, below);
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.sr, option') === null;
  /** Labels for screen readers only have one pixel. */
  const isClipped = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isClipped(element.parentElement));
  const describe = (element: Element, text: string | null = element.textContent) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(text ?? '').trim().slice(0, 40)}"`;

  for (const panel of document.querySelectorAll('.panel')) {
    if (!isShown(panel)) continue;
    const content = [...panel.childNodes].filter((node) => !(node instanceof Element && node.matches('.panel-head')));
    const hasContent = content.some((node) => {
      if (!(node instanceof Element)) return node.textContent?.trim() !== '';
      const { width, height } = node.getBoundingClientRect();
      return (
        width > 0 &&
        height > 0 &&
        (/\S/.test((node as HTMLElement).innerText) || node.querySelector('svg, img, iframe'))
      );
    });
    if (!hasContent) flaws.add(`the panel #${panel.id} is empty`);
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    // Of zero-width characters, nothing can be seen.
    if (!element || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(node.textContent ?? '')) continue;
    if (element.matches('script, style, noscript, title, desc, textarea') || !isShown(element) || isClipped(element))
      continue;
    const range = document.createRange();
    range.selectNode(node);
    const boxes = [...range.getClientRects()];
    if (!boxes.some(({ width, height }) => width > 1 && height > 6)) flaws.add(`no extent: ${describe(element)}`);
    const background = backgroundOf(element);
    if (!background || element.closest(':disabled')) continue;
    const { color, fill, fontSize, fontWeight } = getComputedStyle(element);
    const ink = channelsOf(element instanceof SVGElement ? fill : color);
    const isLarge = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
    const contrast = contrastOf(over(ink, background), background);
    if (contrast < (isLarge ? 3 : 4.5))
      flaws.add(`contrast ${contrast.toFixed(1)}: ${describe(element, node.textContent)}`);
  }

  for (const control of document.querySelectorAll('a, button, input, select, textarea, summary')) {
    // The size of a bar in a chart is its value.
    const isDrawn = control instanceof SVGElement;
    if (isDrawn || !isShown(control) || isClipped(control) || control.matches('[type=hidden]')) continue;
    const { width, height } = control.getBoundingClientRect();
    const isInText = control.matches('a, [type=checkbox], [type=radio]');
    const least = isInText ? 1 : 24;
    if (width < least || height < least) flaws.add(`${width} x ${height} pixels: ${describe(control)}`);
    if (isInText || !control.matches('input, select, textarea')) continue;
    const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(control);
    const outside = backgroundOf(control.parentElement);
    if (!outside) continue;
    const edge = parseFloat(borderTopWidth) > 0 ? contrastOf(over(channelsOf(borderTopColor), outside), outside) : 0;
    const area = contrastOf(over(channelsOf(backgroundColor), outside), outside);
    if (Math.max(edge, area) < 3) flaws.add(`no visible edge: ${describe(control)} ${control.id}`);
  }
  return [...flaws];
}
