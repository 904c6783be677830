import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './defects.mjs';

/** The tests of `npm test`. */
const projects = ['unit', 'integration', 'e2e', 'e2e-uncached'];

const reporter = path.join(import.meta.dirname, 'failure-reporter.mjs');

/** With a defect, a spec that takes longer hangs. That is seen as well. */
export const hangMs = 180_000;
const allLimitMs = 3_600_000;

/** A copy of the work tree, for defects one at a time. The checkout itself is never changed. */
export class WorkCopy {
  constructor(env) {
    this.env = env;
    this.folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-mutants-'));
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
    const files = listed
      .toString()
      .split('\0')
      .filter((name) => name !== '' && existsSync(path.join(root, name)));
    for (const name of [...files, 'src/generated', 'client/src/generated']) {
      cpSync(path.join(root, name), path.join(this.folder, name), { recursive: true });
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(this.folder, 'node_modules'));
  }

  /** Plants a defect, runs the specs that should see it until one fails, and takes the defect out again. */
  async plant({ file, find, replace, specs }, isThorough) {
    const target = path.join(this.folder, file);
    const original = readFileSync(target, 'utf8');
    writeFileSync(
      target,
      original.replace(find, () => replace),
    );
    // The database that all runs share has the migrations as they are; without it Jest's setup makes one.
    const env = file.startsWith('prisma/') ? {} : this.env;
    try {
      for (const spec of specs) {
        const result = await this.run(['--bail', '--runTestsByPath', spec], hangMs, env);
        if (result.verdict !== 'passed') return { ...outcomeOf(result), spec };
      }
      return outcomeOf(
        isThorough ? await this.run(['--findRelatedTests', file], allLimitMs, env) : { verdict: 'passed' },
      );
    } finally {
      writeFileSync(target, original);
    }
  }

  runClean(spec) {
    return this.run(['--runTestsByPath', spec], allLimitMs, this.env);
  }

  async run(what, limitMs, env) {
    const output = path.join(this.folder, 'failures.ndjson');
    writeFileSync(output, '');
    const setup = path.join(this.folder, 'test/mutants/no-shrinking.ts');
    const args = ['--selectProjects', ...projects, '--runInBand', '--forceExit', '--reporters', reporter, ...what];
    args.push('--setupFiles', setup);
    const { code, signal } = await this.runJest(args, { ...process.env, ...env, FAILURES_FILE: output }, limitMs);
    const failures = readFileSync(output, 'utf8')
      .split('\n')
      .filter(Boolean)
      .flatMap((line) => JSON.parse(line));
    return { verdict: verdictOf(code, signal, failures), failures };
  }

  runJest(args, env, limitMs) {
    const jest = path.join(this.folder, 'node_modules/jest/bin/jest.js');
    const options = { cwd: this.folder, env, stdio: 'ignore', detached: true };
    this.jest = spawn(process.execPath, [jest, ...args], options);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.endJest(), limitMs);
      this.jest.once('exit', (code, signal) => {
        clearTimeout(timer);
        this.jest = undefined;
        resolve({ code, signal });
      });
    });
  }

  /** With the processes that its tests have started. */
  endJest() {
    if (!this.jest) return;
    try {
      process.kill(-this.jest.pid, 'SIGKILL');
    } catch (error) {
      // It has ended already, as after Ctrl+C.
      if (error.code !== 'ESRCH') throw error;
    }
  }

  remove() {
    this.endJest();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A suite that does not load shows that the replaced text is no code, not that a test has seen anything. */
function verdictOf(code, signal, failures) {
  if (failures.length > 0) return 'failed';
  if (signal !== null) return 'hung';
  return code === 0 ? 'passed' : 'broken';
}

function outcomeOf({ verdict, failures }) {
  const by =
    { passed: 'no test fails', hung: 'the tests hang', broken: 'the code does not load' }[verdict] ?? failures[0];
  return { isSeen: verdict === 'failed' || verdict === 'hung', verdict, by };
}
