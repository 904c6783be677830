import { readFileSync } from 'node:fs';
import type Axe from 'axe-core';
import type { Page } from 'puppeteer-core';

const axeScript = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One line per rule that a page violates, with the first elements that violate it. */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript);
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await axe.run({ runOnly: tags, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => {
      const elements = nodes.slice(0, 3).map((node) => node.html);
      return `${id}: ${elements.join(' ')}`;
    });
  }, wcag);
}
