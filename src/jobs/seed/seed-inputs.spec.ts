import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seedInputs } from './seed-inputs.js';

describe('a bad line of the seed', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'seed-'));
    cpSync('src/jobs/seed/data', folder, { recursive: true });
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const walk = { streamer_id: '100000001', from: '-2d', to: 'now', every: '1d', followers: 9, rise: [1, 2], seed: 1 };

  it.each([
    ['generated/follower_walks', { ...walk, every: '5x' }, 'every: "5x" must be a time such as 1d6h or 5m'],
    ['generated/follower_walks', { ...walk, to: '-1x' }, 'to: "-1x" must be now or a time before now, such as -3d2h'],
    ['generated/follower_walks', { ...walk, rise: [1, 'a'] }, 'rise[1]: "a" must be an integer'],
    ['generated/follower_walks', { ...walk, rise: 1 }, 'rise: 1 must be an array of two values'],
    ['generated/follower_walks', { ...walk, fall_share: 2 }, 'fall_share: 2 must be a number from 0 to 1'],
    ['generated/follower_walks', { ...walk, streamer_id: 1 }, 'streamer_id: 1 must be a string of digits'],
    ['generated/follower_walks', { ...walk, rises: 1 }, 'rises: is not a property of this line; the properties are '],
    ['generated/crowd', { first_id: '100000900' }, 'count: is missing; it must be an integer'],
    ['streamers', [], 'is not a JSON object'],
  ])('of %s is reported: %j has the problem that %s', async (file, line, problem) => {
    const path = `${folder}/${file}.ndjson`;
    const lineNumber = readFileSync(path, 'utf8').split('\n').length;
    appendFileSync(path, JSON.stringify(line));
    const problems: string[] = [];
    for (const { inputs } of await seedInputs(new Date(), folder)) {
      for (const input of inputs) {
        for await (const batch of input.read(() => {})) {
          const bad = batch.filter(({ record }) => record === null);
          problems.push(...bad.map((one) => `${input.name}:${one.line}: ${one.problem}`));
        }
      }
    }
    expect(problems[0]).toContain(`${path}:${lineNumber}: ${problem}`);
  });
});
