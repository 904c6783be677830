import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../http/free-port.js';
import { sendRaw } from '../http/raw-http.js';

const isRoot = process.getuid?.() === 0;

/** A PgBouncer in transaction mode in front of a database. It accepts more connections than it opens. */
export class PgBouncer {
  private constructor(
    /** URL of the database through PgBouncer. */
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Whether PgBouncer is installed on this machine. */
  static get isInstalled(): boolean {
    return spawnSync('pgbouncer', ['--version']).status === 0;
  }

  static async start(databaseUrl: string): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(databaseUrl);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'pgbouncer-'));
    const ownPort = await freePort();
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: ownPort,
      unix_socket_dir: '',
      auth_type: 'plain',
      auth_file: path.join(folder, 'users'),
      pool_mode: 'transaction',
      default_pool_size: 3,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const database = `${pathname.slice(1)} = host=${hostname} port=${port}`;
    const file = path.join(folder, 'pgbouncer.ini');
    writeFileSync(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'));
    writeFileSync(settings.auth_file, `"${username}" "${password}"\n`);
    // PgBouncer does not run as root, and its user must be able to read these files.
    chmodSync(folder, 0o755);
    const child = spawn('pgbouncer', [...(isRoot ? ['--user', 'nobody'] : []), '--quiet', file], { stdio: 'ignore' });
    for (let tries = 0; tries < 100 && child.exitCode === null; tries++, await sleep(50)) {
      if ((await sendRaw(ownPort, '\0\0\0\x08\x04\xd2\x16\x2f', 500).catch(() => '')) === '') continue;
      const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(ownPort) }).href;
      return new PgBouncer(url, child, folder);
    }
    throw new Error('pgbouncer does not respond.');
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGINT');
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}
