import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { describeWhere } from '../describe-where.js';
import { FaultCluster } from '../database/fault-cluster.js';

/** Leaves a cluster little disk space. Returns a function that frees the space again. */
export type FillDisk = (cluster: FaultCluster) => Promise<() => Promise<void>>;

// One WAL segment (16 MB) must fit.
const maxBytes = 17_000_000;

/** Simulates a full disk by a limit on the file size, for machines that do not allow a small disk. */
const limitFiles: FillDisk = async (cluster) => {
  cluster.limitFiles(maxBytes);
  return async () => cluster.limitFiles('unlimited');
};

/** A separate small disk for temporary tables, in which the import stores its input. */
const mountSmallDisk: FillDisk = async (cluster) => {
  const folder = path.join(cluster.folder, 'small');
  const { uid, gid } = cluster.account;
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=4m,mode=700,uid=${uid},gid=${gid}`, 'tmpfs', folder]);
  await cluster.asOwner(async (client) => {
    await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
    await client.query('ALTER DATABASE analytics SET temp_tablespaces = small');
  });
  return async () => {
    await cluster.asOwner(async (client) => {
      await client.query('ALTER DATABASE analytics RESET temp_tablespaces');
      await client.query('DROP TABLESPACE small');
    });
    execFileSync('umount', [folder]);
    rmdirSync(folder);
  };
};

/** Tries to mount in a separate namespace, which ends with the attempt. */
const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** Runs a suite for each way to simulate a full disk. */
export function describeEachFullDisk(title: string, suite: (fill: FillDisk) => void): void {
  describe(`${title} a limit on the size of files`, () => suite(limitFiles));
  describeWhere(mayMount, `${title} a disk that is full`, 'nobody may mount one here', () => suite(mountSmallDisk));
}
