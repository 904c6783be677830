import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../support/http/free-port.js';

const configuration = 'docker/scale/haproxy.cfg';
const databaseNames = ['primary', 'replica1', 'replica2'];

/** HAProxy with the configuration and the agent of docker-compose.scale.yml, in front of local processes. */
export class HaProxy {
  private constructor(
    readonly apiPort: number,
    readonly readersPort: number,
    readonly primaryPort: number,
    private readonly metricsPort: number,
    private readonly databases: number[],
    private readonly folder: string,
    private readonly processes: ChildProcess[],
  ) {}

  /** `databases`: ports of primary, replica1 and replica2. `database`: user, password and name for the agent. */
  static async start(apis: number[], databases: number[], database: NodeJS.ProcessEnv): Promise<HaProxy> {
    if (spawnSync('haproxy', ['-v']).status !== 0) {
      throw new Error('This test requires HAProxy. On Debian, install it with "apt-get install haproxy".');
    }
    const ports = await Promise.all(Array.from({ length: 5 }, () => freePort()));
    const [apiPort = 0, readersPort = 0, primaryPort = 0, metricsPort = 0, agentPort] = ports;
    const addresses: Record<string, string> = {
      ...Object.fromEntries(apis.map((port, i) => [`api${i + 1}:3000`, `127.0.0.1:${port}`])),
      ...Object.fromEntries(databaseNames.map((name, i) => [`${name}:5432`, `127.0.0.1:${databases[i]}`])),
      ':3000': `127.0.0.1:${apiPort}`,
      ':5432': `127.0.0.1:${readersPort}`,
      ':5433': `127.0.0.1:${primaryPort}`,
      ':8405': `127.0.0.1:${metricsPort}`,
    };
    const text = readFileSync(configuration, 'utf8')
      .replaceAll(/(?<=[ "])\w*:\d{4}\b/g, (address) => addresses[address] ?? address)
      .replaceAll('agent-port 5480', `agent-port ${agentPort}`)
      .replaceAll(' resolvers docker init-addr none', '');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'haproxy-'));
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(file, text);
    const names = databases.map((port) => `127.0.0.1:${port}`);
    const agent = spawn(process.execPath, ['docker/scale/database-agent.mjs', String(agentPort), ...names], {
      env: { ...process.env, ...database, MAX_LAG_SECONDS: '2' },
      stdio: 'inherit',
    });
    const haproxy = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'inherit' });
    return new HaProxy(apiPort, readersPort, primaryPort, metricsPort, databases, folder, [agent, haproxy]);
  }

  /** The ports of the database servers that HAProxy uses for readers or for the primary. */
  async databasesOf(proxy: 'readers' | 'primary'): Promise<number[]> {
    const response = await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`);
    const up = new RegExp(`^haproxy_server_status\\{proxy="${proxy}",server="(\\w+)",state="UP"\\} 1`, 'gm');
    const names = [...(await response.text()).matchAll(up)].map(([, name]) => name);
    return this.databases.filter((_port, i) => names.includes(databaseNames[i]));
  }

  async stop(): Promise<void> {
    for (const one of this.processes) {
      one.kill('SIGKILL');
      if (one.exitCode === null) await once(one, 'exit');
    }
    rmSync(this.folder, { recursive: true });
  }
}
