import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { programEnvironment } from './binaries.js';
import { Cluster } from './cluster.js';

/** Throws where another major version of PostgreSQL has made the files of a cluster: only that one can read them. */
export function requireSameVersion(bin: string, { dataDir }: Cluster, folder: string): void {
  const made = readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
  const { stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], {
    env: programEnvironment,
    encoding: 'utf8',
  });
  const brought = /\d+/.exec(stdout)?.[0];
  if (brought === undefined || made === brought) return;
  throw new Error(
    `PostgreSQL ${made} has made the database in ${folder}, and this version of the service brings PostgreSQL ${brought}, ` +
      'which cannot read it. With the version of the service that you used before, write a backup: ' +
      'npm run backup -- analytics.sql.gz. Then move the folder away, and with this version run: npm run restore -- analytics.sql.gz',
  );
}
