import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { AddressInfo, createServer } from 'node:net';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const names = ['start', 'start:dev', 'openapi', 'client', 'sbom', 'release:check', 'demo:collect'];
const benchmarks = ['bench', 'bench:import'];

/** Runs the last program of an npm script with other arguments. */
function run(name: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const [program = '', ...own] = (scripts[name] as string).split('&& ').at(-1)?.split(' ').slice(1) ?? [];
  return spawnSync(process.execPath, [program, ...own, ...args], { encoding: 'utf8' });
}

it.each([...names, ...benchmarks])('only prints the help of npm run %s', (name) => {
  const { status, stdout, stderr } = run(name, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^[A-Z].*\.\n\n {2}npm /);
});

it.each([...names, ...benchmarks])('refuses an unknown option of npm run %s', (name) => {
  const { status, stdout, stderr } = run(name, '--nonsense');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain("Unknown option '--nonsense'");
});

it('names the used port of the demonstration before it prints addresses', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { ...process.env, PORT: String(port) };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/demo-collect.mjs'], {
    encoding: 'utf8',
    env,
  });
  other.close();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(`Port ${port} is in use.`);
});
