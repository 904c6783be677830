import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root, serverCommand } from '../our-service.mjs';

const insideService = path.join(import.meta.dirname, 'inside-service.mjs');

/** A process of the service. Its clock can be shifted. */
export class Service {
  port;
  #child;
  #exited;
  #isToEnd = false;
  #text = '';

  /**
   * Starts one and waits until it listens, on any port if `port` is 0. `onStarved` gets how long it got no time to run, `onError`
   * each line of its log that tells of an error.
   */
  static async start(port, environment, { onStarved, onError }) {
    const { file, args, cwd } = serverCommand(root);
    const env = { ...process.env, ...environment, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'info' };
    const child = spawn(file, ['--import', insideService, ...args], {
      ...{ cwd, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    });
    const service = new Service();
    service.#child = child;
    service.#exited = once(child, 'exit').then(([code, signal]) => code ?? signal);
    child.on('message', onStarved);
    createInterface({ input: child.stdout }).on(
      'line',
      (line) => void (line.includes('"level":"error"') && onError(line)),
    );
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
    this.#isToEnd = true;
    this.#child.kill('SIGTERM');
    return this.#exited;
  }

  kill() {
    this.#isToEnd = true;
    this.#child.kill('SIGKILL');
  }

  #listening() {
    return new Promise((resolve, reject) => {
      void this.#exited.then((code) => {
        const problem = `The service ended with ${code}: ${this.#text}`;
        if (!this.#isToEnd) console.error(problem);
        reject(new Error(problem));
      });
      this.#child.stdout.on('data', (chunk) => {
        this.#text = (this.#text + chunk).slice(-10_000);
        const [, port] = /"url":"http:\/\/[^"]*:(\d+)"/.exec(this.#text) ?? [];
        if (port !== undefined) resolve(Number(port));
      });
    });
  }
}
