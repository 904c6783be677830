import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, serverCommand } from '../our-service.mjs';

const shiftClock = path.join(import.meta.dirname, 'shift-clock.mjs');

/** A process of the service. Its clock can be shifted. */
export class Service {
  port;
  #child;
  #exited;

  /** Starts one and waits until it listens, on any port if `port` is 0. */
  static async start(port, environment) {
    const { file, args, cwd } = serverCommand(root);
    const env = { ...process.env, ...environment, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'info' };
    const child = spawn(file, ['--import', shiftClock, ...args], {
      ...{ cwd, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    });
    const service = new Service();
    service.#child = child;
    service.#exited = once(child, 'exit').then(([code]) => code);
    service.port = await service.#listening();
    return service;
  }

  shiftClock(ms) {
    this.#child.send(ms);
  }

  /** Memory of the process; 0 where the system does not tell. */
  residentMegabytes() {
    try {
      const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes ?? 0) / 1024;
    } catch {
      return 0;
    }
  }

  /** Asks it to end and answers its exit code. */
  async stop() {
    this.#child.kill('SIGTERM');
    return this.#exited;
  }

  kill() {
    this.#child.kill('SIGKILL');
  }

  #listening() {
    let text = '';
    return new Promise((resolve, reject) => {
      void this.#exited.then((code) => reject(new Error(`The service ended with ${code}: ${text}`)));
      this.#child.stdout.on('data', (chunk) => {
        text = (text + chunk).slice(-10_000);
        const [, port] = /"url":"http:\/\/[^"]*:(\d+)"/.exec(text) ?? [];
        if (port !== undefined) resolve(Number(port));
      });
    });
  }
}
