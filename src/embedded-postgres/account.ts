import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** An account of the operating system, as child processes take it. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Answers the account to run it as instead: the owner of the data, else of the
 * folder that is to hold it, else nobody. Undefined where the calling process is not root.
 */
export function unprivilegedAccount(folder: string, dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(dataDir)) {
    const { uid, gid } = statSync(dataDir);
    if (uid !== 0) return { uid, gid };
  }
  const owner = statSync(nearestExisting(folder)).uid;
  const known = readAccounts();
  // initdb wants an account that has a name.
  const account = known.find(({ uid }) => uid !== 0 && uid === owner) ?? known.find(({ name }) => name === 'nobody');
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no account "nobody" to run it as.');
  return { uid: account.uid, gid: account.gid };
}

/** Whether the account may enter a folder, which takes permission on each of its parents too. */
export function canEnter(folder: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}

/** A folder of root's outside of the project that the account may enter: for what it cannot reach inside. */
export function sharedFolder(account: Account): string {
  const folders = ['/var/lib', os.tmpdir(), '/tmp'].map((parent) => path.join(parent, 'streaming-analytics-api'));
  const usable = folders.find((folder) => isTrustworthy(folder) && canEnter(folder, account));
  if (usable) return usable;
  throw new Error(`The account that PostgreSQL runs as (uid ${account.uid}) can enter none of ${folders.join(', ')}.`);
}

/** Makes a folder, unless it is there already. */
export function makeFolder(folder: string, account: Account | undefined): void {
  const made = mkdirSync(folder, { recursive: true });
  if (!made || !account) return;
  chmodSync(folder, 0o755);
  giveWithParent(account, made);
}

/** Gives what root made in a user's folder to that user, who could not run the same project otherwise. */
export function giveWithParent(account: Account | undefined, target: string): void {
  if (account && statSync(path.dirname(target)).uid === account.uid) giveTo(account, target);
}

/** Gives a folder and all in it to the account; without one it does nothing. */
export function giveTo(account: Account | undefined, target: string): void {
  if (!account) return;
  const entries = statSync(target).isDirectory() ? readdirSync(target, { recursive: true, encoding: 'utf8' }) : [];
  for (const entry of ['', ...entries]) lchownSync(path.join(target, entry), account.uid, account.gid);
}

function isTrustworthy(folder: string): boolean {
  try {
    if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755);
    // Anyone may have made one of this name in the folder for temporary files.
    const { uid, mode } = lstatSync(folder);
    return uid === 0 && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(path.dirname(folder));
}

function readAccounts(): (Account & { name: string })[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}
