import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { seedInputs } from './seed-inputs.js';

describe('a bad line of the seed', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'seed-'));
    cpSync('src/jobs/seed/data', folder, { recursive: true });
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['streamers.ndjson', [], 'is not a JSON object'],
    ['streams-ordinary.ndjson.gz', 'x', 'is not a JSON object'],
  ])('of %s is reported', async (name, line, problem) => {
    const file = `${folder}/${name}`;
    const packed = name.endsWith('.gz');
    const text = JSON.stringify(line);
    appendFileSync(file, packed ? gzipSync(text) : text);
    const problems: string[] = [];
    for (const { inputs } of await seedInputs(new Date(), folder)) {
      for (const input of inputs) {
        for await (const batch of input.read(() => {})) {
          const bad = batch.filter(({ record }) => record === null);
          problems.push(...bad.map((one) => `${input.name}:${one.line}: ${one.problem}`));
        }
      }
    }
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(file);
    expect(problems[0]).toContain(problem);
    if (!packed) expect(problems[0]).toContain(`:${readFileSync(file, 'utf8').split('\n').length}:`);
  });
});
