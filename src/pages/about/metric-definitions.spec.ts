import { readFileSync } from 'node:fs';
import { metricDefinitions } from './metric-definitions.js';

it('links each figure to an existing section with its exact definition', () => {
  const headings = readFileSync('docs/metrics.md', 'utf8').match(/(?<=^## ).*/gm);
  for (const { exact } of Object.values(metricDefinitions)) expect(headings).toContain(exact);
});
