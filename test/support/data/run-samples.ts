import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const javascript = `
const AsyncFunction = (async () => {}).constructor;
const printed = [];
for (const source of JSON.parse(process.argv[1])) await new AsyncFunction('console', source)({ log: (value) => printed.push(value) });
console.log(JSON.stringify(printed));`;

const python = `
import json, sys
printed = []
for source in json.loads(sys.argv[1]):
    exec(source, {"print": printed.append})
print(json.dumps(printed))`;

/** The program that runs the samples of a language, all in one process. */
const commands: Record<string, (sources: string[]) => [program: string, options: string[]]> = {
  curl: (sources) => ['sh', ['-c', ['set -e', ...sources.map((source) => `${source}\nprintf '\\0'`)].join('\n')]],
  JavaScript: (sources) => [process.execPath, ['--input-type=module', '-e', javascript, JSON.stringify(sources)]],
  Python: (sources) => ['python3', ['-c', python, JSON.stringify(sources)]],
};

/** The languages whose samples can run here. */
export function sampleLanguages(): string[] {
  if (spawnSync('python3', ['--version']).status === 0) return Object.keys(commands);
  console.warn('python3 is not installed, so the Python samples are not tested.');
  return Object.keys(commands).filter((language) => language !== 'Python');
}

/** Runs samples of a language and returns what each of them prints. */
export async function runSamples(language: string, sources: string[], token: string): Promise<unknown[]> {
  const [program, options] = commands[language]?.(sources) ?? ['', []];
  const env = { ...process.env, TOKEN: token, NO_PROXY: '*' };
  const { stdout } = await run(program, options, { env, maxBuffer: 64 * 1024 * 1024 });
  if (language !== 'curl') return JSON.parse(stdout) as unknown[];
  const bodies = stdout.split('\0').slice(0, -1);
  return bodies.map((body) => (body.startsWith('<svg') ? body : (JSON.parse(body) as unknown)));
}
