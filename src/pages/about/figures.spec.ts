import { readFileSync } from 'node:fs';
import { figures } from './figures.js';

it('links each figure to an existing section with its exact definition', () => {
  const headings = readFileSync('docs/metrics.md', 'utf8').match(/(?<=^## ).*/gm);
  for (const { exact } of Object.values(figures)) expect(headings).toContain(exact);
});
