import { packParts } from '../../../scripts/pack-parts.mjs';
import { durationsOf } from '../../../scripts/test-durations.mjs';

const filesOf = (parts: { files: string[] }[]) => parts.map(({ files }) => files);

describe('parts of test files', () => {
  it('take about the same time, longest first', () => {
    const seconds = { a: 1, b: 2, c: 3, d: 7, e: 2 };
    expect(filesOf(packParts(Object.keys(seconds), 2, seconds))).toEqual([
      ['d', 'a'],
      ['c', 'b', 'e'],
    ]);
  });

  it('contain each file once, also without durations or with durations of files that are gone', () => {
    const files = ['a', 'b', 'c', 'd', 'e'];
    const hints: Record<string, number>[] = [{}, { b: 100, gone: 50 }, { a: 0, b: 0, c: 0, d: 0, e: 0 }];
    for (const seconds of hints) {
      const parts = filesOf(packParts(files, 3, seconds));
      expect(parts).toHaveLength(3);
      expect(parts.flat().sort()).toEqual(files);
    }
    expect(filesOf(packParts(files, 2, { b: 100 }))).toEqual([['b'], ['a', 'c', 'd', 'e']]);
  });
});

describe('the durations of a run', () => {
  const test = (file: string, startAt: number | null, duration: number | null) => ({
    ...{ ancestorTitles: [file, 'a title'], startAt, duration },
  });

  it('have the files of a part, with the time before their first test', () => {
    const assertionResults = [
      ...[test('a.ts', 1_000, 500), test('a.ts', 1_500, 500), test('b.ts', 5_000, 1_000), test('c.ts', null, null)],
    ];
    const part = { name: '/app/test/support/together.ts', startTime: 0, endTime: 9_000, assertionResults };
    expect([...durationsOf({ testResults: [part] }, '/app')]).toEqual([
      ['a.ts', 1],
      ['b.ts', 4],
    ]);
  });

  it('have the longest duration of a file that ran alone, and twice', () => {
    const alone = (endTime: number) => ({ name: '/app/a.ts', startTime: 1_000, endTime, assertionResults: [] });
    expect([...durationsOf({ testResults: [alone(5_000), alone(3_000)] }, '/app')]).toEqual([['a.ts', 4]]);
  });
});
