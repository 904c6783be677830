import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** An account of the operating system for child processes. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Returns the account that runs PostgreSQL, which refuses to run as root: the owner of the data, else the owner of the
 * parent folder, else nobody. Undefined if the current process is not root.
 */
export function unprivilegedAccount(folder: string, dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(dataDir)) {
    const { uid, gid } = statSync(dataDir);
    if (uid !== 0) return { uid, gid };
  }
  let parent = folder;
  while (!existsSync(parent)) parent = path.dirname(parent);
  const owner = statSync(parent).uid;
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  // initdb requires an account with a name.
  const account = known.find(({ uid }) => uid !== 0 && uid === owner) ?? known.find(({ name }) => name === 'nobody');
  if (!account) throw new Error('PostgreSQL refuses to run as root, and the account "nobody" does not exist.');
  return { uid: account.uid, gid: account.gid };
}

/** Checks whether the account may enter a folder and all of its parents. */
export function canEnter(folder: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}

/** Returns a folder of root for files that the account cannot reach inside the project. */
export function sharedFolder(account: Account): string {
  const folders = ['/var/lib', os.tmpdir(), '/tmp'].map((parent) => path.join(parent, 'streaming-analytics-api'));
  const usable = folders.find((folder) => isTrustworthy(folder) && canEnter(folder, account));
  if (usable) return usable;
  throw new Error(
    `The account that runs PostgreSQL (uid ${account.uid}) cannot access any of these folders: ${folders.join(', ')}.`,
  );
}

/** Creates a folder if it does not exist. */
export function makeFolder(folder: string, account: Account | undefined): void {
  const made = mkdirSync(folder, { recursive: true });
  if (!made || !account) return;
  chmodSync(folder, 0o755);
  ownLikeParent(account, made);
}

/** Changes the owner of files that root created in a folder of the account, which could otherwise not run the same project. */
export function ownLikeParent(account: Account | undefined, target: string): void {
  if (account && statSync(path.dirname(target)).uid === account.uid) changeOwner(account, target);
}

/** Makes the account the owner of a folder and its contents. Does nothing without an account. */
export function changeOwner(account: Account | undefined, target: string): void {
  if (!account) return;
  const entries = statSync(target).isDirectory() ? readdirSync(target, { recursive: true, encoding: 'utf8' }) : [];
  for (const entry of ['', ...entries]) lchownSync(path.join(target, entry), account.uid, account.gid);
}

function isTrustworthy(folder: string): boolean {
  try {
    if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755);
    // Another user may have created this name in the folder for temporary files.
    const { uid, mode } = lstatSync(folder);
    return uid === 0 && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}
