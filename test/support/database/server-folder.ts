import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Names of server folders consist of this prefix and the ID of the process that created the folder. */
export const serverFolderPrefix = 'streaming-analytics-test-';

/** Parent of the server folders: in memory if Linux has enough memory. Creating the many files of a database is slow on a disk. */
export function parentOfServerFolders(): string {
  const [inMemory, wantedBytes] = ['/dev/shm', 4 * 1024 ** 3];
  if (!existsSync(inMemory)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize < wantedBytes ? os.tmpdir() : inMemory;
}

/** Creates a folder for the files of a PostgreSQL server. */
export function makeServerFolder(): string {
  const folder = mkdtempSync(path.join(parentOfServerFolders(), `${serverFolderPrefix}${process.pid}-`));
  // If the tests run as root, the server runs as another user, who must be able to open the folder.
  chmodSync(folder, 0o755);
  return folder;
}
