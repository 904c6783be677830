import { appendFileSync, chmodSync, chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { changeOwner } from '../../../src/embedded-postgres/account.js';
import { ownerName } from '../../../src/embedded-postgres/cluster.js';
import { FaultCluster } from './fault-cluster.js';
import { makeServerFolder } from './server-folder.js';

/** A primary must keep the WAL that its standbys lack, and standbys must retry soon. */
const settings = {
  wal_level: 'replica',
  max_wal_senders: '8',
  wal_keep_size: '1GB',
  hot_standby: 'on',
  wal_retrieve_retry_interval: '100ms',
  // A standby immediately cancels queries that block its replay.
  max_standby_streaming_delay: '0',
  synchronous_commit: 'on',
};

const reader = 'replica_reader';

/** A seeded primary and its standbys, which start as copies of its files. */
export class ReplicatedCluster {
  private constructor(
    readonly primary: FaultCluster,
    readonly standbys: FaultCluster[],
  ) {}

  static async start(count = 2): Promise<ReplicatedCluster> {
    const primary = await FaultCluster.start(settings);
    await query(primary, `CREATE ROLE ${reader} LOGIN PASSWORD 'secret' IN ROLE analytics_reader`);
    // The files can be copied after a clean shutdown.
    await primary.shutDown();
    const copies = Array.from({ length: count }, () => copyOf(primary));
    await primary.restart();
    const standbys: FaultCluster[] = [];
    for (const folder of copies) {
      follow(primary, folder);
      standbys.push(await FaultCluster.open(folder, settings));
    }
    const cluster = new ReplicatedCluster(primary, standbys);
    await cluster.untilReplayed();
    return cluster;
  }

  get all(): FaultCluster[] {
    return [this.primary, ...this.standbys];
  }

  /** URL of a server, or of a load balancer at a port, for a read-only user. */
  readerUrl({ port }: { port: number }): string {
    return `postgresql://${reader}:secret@127.0.0.1:${port}/${ownerName}`;
  }

  /** Waits until the standbys have replayed all that the primary has written. */
  async untilReplayed(standbys = this.standbys, primary = this.primary): Promise<void> {
    const [row] = await query<{ lsn: string }>(primary, 'SELECT pg_current_wal_lsn() AS lsn');
    const replayed = `SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}' AS is_done`;
    for (const standby of standbys) {
      for (const until = Date.now() + 20_000; ; await sleep(20)) {
        if ((await query<{ is_done: boolean }>(standby, replayed))[0]?.is_done) break;
        if (Date.now() > until) throw new Error('A standby did not catch up in time.');
      }
    }
  }

  /** Makes a standby follow another primary. */
  async follow(standby: FaultCluster, primary: FaultCluster): Promise<void> {
    await query(standby, `ALTER SYSTEM SET primary_conninfo = '${conninfoOf(primary)}'`);
    await query(standby, 'SELECT pg_reload_conf()');
  }

  async stop(): Promise<void> {
    for (const cluster of [...this.standbys, this.primary]) await cluster.stop();
  }
}

const endedByStandby = '40001';

/** Runs a statement as the superuser. Retries if a standby cancels the statement because of its replay. */
export async function query<Row extends pg.QueryResultRow>(cluster: FaultCluster, sql: string): Promise<Row[]> {
  for (;;) {
    try {
      return (await cluster.asOwner((client) => client.query<Row>(sql))).rows;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== endedByStandby) throw error;
    }
  }
}

/**
 * Puts the standby to promote first, which is the one with the most WAL. After a restart without a primary, a standby has
 * received nothing.
 */
export async function inOrder(...standbys: [FaultCluster, FaultCluster]): Promise<[FaultCluster, FaultCluster]> {
  const newest = 'greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())';
  const sql = `SELECT pg_wal_lsn_diff(${newest}, '0/0')::float8 AS bytes`;
  const [a, b] = await Promise.all(standbys.map((host) => query<{ bytes: number }>(host, sql)));
  const [first, second] = standbys;
  return (a?.[0]?.bytes ?? 0) >= (b?.[0]?.bytes ?? 0) ? [first, second] : [second, first];
}

export function copyOf(cluster: FaultCluster): string {
  const folder = makeServerFolder();
  const home = path.join(folder, 'postgres');
  mkdirSync(home);
  cpSync(path.dirname(cluster.filesDir), home, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  // Node.js 24 does not copy the modes of folders, and PostgreSQL refuses a folder that others may read.
  chmodSync(path.join(home, path.basename(cluster.filesDir)), 0o700);
  const { uid, gid } = cluster.account;
  if (process.getuid?.() === 0) {
    chownSync(home, uid, gid);
    changeOwner({ uid, gid }, home);
  }
  return folder;
}

function follow(primary: FaultCluster, folder: string): void {
  const data = path.join(folder, 'postgres/data');
  writeFileSync(path.join(data, 'standby.signal'), '');
  appendFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfoOf(primary)}'\n`);
  rmSync(path.join(data, 'postmaster.pid'), { force: true });
  const { uid, gid } = primary.account;
  if (process.getuid?.() === 0) changeOwner({ uid, gid }, path.join(data, 'standby.signal'));
}

function conninfoOf({ url, folder }: FaultCluster): string {
  const { hostname, port, username, password } = new URL(url);
  const name = path.basename(folder);
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
}
