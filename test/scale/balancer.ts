import { setTimeout as sleep } from 'node:timers/promises';

const checkMs = 200;
const attempts = 3;

interface Instance {
  port: number;
  isReady: boolean;
  underWay: number;
}

export interface Answer {
  /** 0 when no attempt got an answer. */
  status: number;
  body: string;
}

/**
 * What a balancer before the instances does: a request goes to the one with the fewest under way of those that are ready, and a GET
 * whose connection fails is asked again. While none is ready, all are asked: each has answers in its cache.
 */
export class Balancer {
  private readonly instances: Instance[];
  private readonly checks: NodeJS.Timeout;

  constructor(ports: number[]) {
    this.instances = ports.map((port) => ({ port, isReady: false, underWay: 0 }));
    this.checks = setInterval(() => this.instances.forEach((instance) => void check(instance)), checkMs);
  }

  async get(target: string): Promise<Answer> {
    let failed: Instance | undefined;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const instance = this.choose(failed);
      instance.underWay += 1;
      try {
        return await ask(instance.port, target);
      } catch {
        failed = instance;
      } finally {
        instance.underWay -= 1;
      }
    }
    return { status: 0, body: '' };
  }

  async untilAllReady(): Promise<void> {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
      if (this.instances.every(({ isReady }) => isReady)) return;
    }
    throw new Error('Not all instances are ready.');
  }

  stop(): void {
    clearInterval(this.checks);
  }

  private choose(failed: Instance | undefined): Instance {
    const others = this.instances.filter((instance) => instance !== failed);
    const ready = others.filter(({ isReady }) => isReady);
    const [first, ...more] = ready.length > 0 ? ready : others;
    if (!first) throw new Error('There are no instances.');
    return more.reduce((least, one) => (one.underWay < least.underWay ? one : least), first);
  }
}

/** Rejects when the connection fails. */
export async function ask(port: number, target: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${target}`, { signal: AbortSignal.timeout(10_000) });
  return { status: response.status, body: await response.text() };
}

async function check(instance: Instance): Promise<void> {
  const answer = await ask(instance.port, '/v1/health/ready').catch(() => undefined);
  instance.isReady = answer?.status === 200;
}
