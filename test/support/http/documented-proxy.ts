import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.js';
import { until } from '../until.js';

export const proxyNames = ['nginx', 'caddy', 'apache', 'haproxy'] as const;
type ProxyName = (typeof proxyNames)[number];

/** The configurations of docs/install.md, in their order. */
function documented(name: ProxyName): string[] {
  const page = readFileSync('docs/install.md', 'utf8');
  return [...page.matchAll(new RegExp(`^\`\`\`${name}\n([^]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);
}

interface Program {
  command: string;
  args(this: void, file: string): string[];
  /** The configuration for a path of a host, as docs/install.md describes it. */
  belowPath(this: void, main: string, ...others: string[]): string;
  /** Adds the settings that an installation has already. */
  complete(this: void, text: string, port: number, folder: string): string;
}

const apacheModules = '/usr/lib/apache2/modules';
const loaded = 'mpm_event authz_core headers slotmem_shm proxy proxy_http proxy_balancer lbmethod_byrequests'.split(
  ' ',
);

const programs: Record<ProxyName, Program> = {
  nginx: {
    command: 'nginx',
    args: (file) => ['-e', 'stderr', '-c', file],
    belowPath: (main, map = '', locations = '') => map + main.replace(/ *location \/ \{[^}]*\}\n/, locations),
    complete: (text, port, folder) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
      const http = text.replace('listen 80;', `listen 127.0.0.1:${port};`);
      return `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${http}}\n`;
    },
  },
  caddy: {
    command: 'caddy',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    belowPath: (main, site = '') => main.replace(/ *reverse_proxy [^]*?\n {2}\}\n/, site),
    complete: (text, port) => `{\n  admin off\n}\n${text.replace('stats.example.com', `http://127.0.0.1:${port}`)}`,
  },
  apache: {
    command: 'apache2',
    args: (file) => ['-X', '-f', file],
    belowPath: (main, passes = '') => main.replace(/ *ProxyPass .*\n/, passes),
    complete: (text, port, folder) => {
      const modules = loaded.map((name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`);
      const own = [
        `ServerName localhost`,
        `DefaultRuntimeDir ${folder}`,
        `PidFile ${folder}/pid`,
        `ErrorLog ${folder}/log`,
      ];
      return [...modules, ...own, `Listen 127.0.0.1:${port}`, text.replace('*:80', `*:${port}`)].join('\n');
    },
  },
  haproxy: {
    command: 'haproxy',
    args: (file) => ['-db', '-q', '-f', file],
    belowPath: (main, rule = '') => main.replace('  bind :80\n', (bind) => `${bind}  ${rule}`),
    complete: (text, port) => text.replace('bind :80', `bind 127.0.0.1:${port}`),
  },
};

/** A proxy with the configuration of docs/install.md, in front of a server on this machine. */
export class DocumentedProxy {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static isInstalled(name: ProxyName): boolean {
    const { error } = spawnSync(programs[name].command, ['-v'], { stdio: 'ignore' });
    return error === undefined && (name !== 'apache' || existsSync(apacheModules));
  }

  /** `place` is the root of the host, or the path that the proxy removes. */
  static async start(name: ProxyName, place: '/' | '/api', targetPort: number): Promise<DocumentedProxy> {
    const { command, args, belowPath, complete } = programs[name];
    const [main = '', ...others] = documented(name);
    const port = await freePort();
    const folder = mkdtempSync(path.join(os.tmpdir(), `${name}-`));
    // Started as root, nginx runs as another user, who must be able to open the folder.
    chmodSync(folder, 0o755);
    const text = place === '/' ? main : belowPath(main, ...others);
    const file = path.join(folder, 'configuration');
    writeFileSync(file, complete(text.replaceAll(/127\.0\.0\.1:300[02]/g, `127.0.0.1:${targetPort}`), port, folder));
    const homes = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const child = spawn(command, args(file), {
      env: { ...process.env, ...homes },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const proxy = new DocumentedProxy(`http://127.0.0.1:${port}`, child, folder);
    const responds = async () => {
      if (child.exitCode !== null) throw new Error(`${command} has ended: ${errors}`);
      return fetch(`${proxy.url}${place.replace(/\/$/, '')}/v1/health/live`).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    try {
      await until(responds, () => `${command} does not respond: ${errors}`);
    } catch (error) {
      await proxy.stop();
      throw error;
    }
    return proxy;
  }

  async stop(): Promise<void> {
    this.process.kill('SIGTERM');
    if (this.process.exitCode === null) await once(this.process, 'exit');
    rmSync(this.folder, { recursive: true });
  }
}
