import { execFileSync } from 'node:child_process';

it('can plant each defect of the lists in the source as it is', () => {
  const listed = execFileSync(process.execPath, ['test/mutants/run.mjs', '--list'], { encoding: 'utf8' });
  expect(listed.trim().split('\n').length).toBeGreaterThan(300);
});
