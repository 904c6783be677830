import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Folders of servers start with this, and go on with the id of the process that made them. */
export const serverFolderPrefix = 'streaming-analytics-test-';

/** Where folders of servers are: in memory where Linux offers enough of it. A database is some hundred small files, which disks make slowly. */
export function parentOfServerFolders(): string {
  const [inMemory, wantedBytes] = ['/dev/shm', 4 * 1024 ** 3];
  if (!existsSync(inMemory)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize < wantedBytes ? os.tmpdir() : inMemory;
}

/** Makes a folder for the files of a PostgreSQL server. */
export function makeServerFolder(): string {
  const folder = mkdtempSync(path.join(parentOfServerFolders(), `${serverFolderPrefix}${process.pid}-`));
  // As root the server runs as another user, who has to enter.
  chmodSync(folder, 0o755);
  return folder;
}
