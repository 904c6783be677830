import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { Clients } from '../../http/request/clients.js';
import { UnsentBytes } from '../../http/request/unsent-bytes.js';
import { FaultLog } from '../../logging/fault-log.js';
import { RateLimitGuard } from '../../rate-limit/rate-limit.guard.js';
import { Downloads } from './downloads.js';
import { FileTable } from './file-table.js';

const charges: number[] = [];
const rateLimit = {
  admit: () => true,
  chargeUpTo: (_request: unknown, _response: unknown, units: number) => Promise.resolve(void charges.push(units)),
} as unknown as RateLimitGuard;
const clients = { nameFor: ({ client }: { client: string }) => client } as unknown as Clients;

let downloads: Downloads;

beforeEach(() => {
  charges.length = 0;
  const unsent = Object.assign(new UnsentBytes(), { maxBytes: 1_000_000 });
  downloads = new Downloads(new FaultLog({} as never, {} as never), clients, rateLimit, unsent, {} as never);
});

/** A response whose client reads everything, or stops after the first bytes. */
function responseOf(client: string, { stops = false } = {}): Response & { text: string } {
  const response = new Writable({
    highWaterMark: 100,
    write(chunk: Buffer, _encoding, done) {
      Object.assign(response, { text: (response as unknown as { text: string }).text + chunk.toString() });
      if (!stops) done();
    },
  });
  const req = { client, path: '/download/live.csv', query: {}, method: 'GET' };
  return Object.assign(response, { req, text: '', set: () => {} }) as never;
}

/** A table of batches with long rows. */
function tableOf(batches: number, heldRows = 0, rows = 1): FileTable & { loaded: number } {
  const table = {
    headings: ['Title'],
    loaded: 0,
    nextRows: () => {
      const row = [`${(table.loaded += 1)} `.repeat(100)];
      return Promise.resolve(table.loaded > batches ? undefined : Array<string[]>(rows).fill(row));
    },
    heldRows: () => heldRows,
  };
  return table;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}

it('loads no more rows for a client that has stopped reading', async () => {
  const [stopped, table] = [responseOf('a', { stops: true }), tableOf(100)];
  const sent = downloads.send(stopped, () => table);
  await settle();
  expect(table.loaded).toBeGreaterThan(0);
  expect(table.loaded).toBeLessThan(5);
  stopped.destroy();
  await sent;
});

it('costs a unit for each started 1,000 rows, at least 10', async () => {
  const chargesFor = async (batches: number, rows: number) => {
    charges.length = 0;
    await downloads.send(responseOf('a'), () => tableOf(batches, 0, rows));
    return Math.max(...charges);
  };
  expect(await chargesFor(1, 1)).toBe(10);
  expect(await chargesFor(10, 1_000)).toBe(10);
  expect(await chargesFor(11, 910)).toBe(11);
  expect(await chargesFor(12, 1_000)).toBe(12);
});

it('sends one file at a time to a client, and refuses files that would wait long', async () => {
  const stopped = responseOf('a', { stops: true });
  const first = downloads.send(stopped, () => tableOf(100));
  const waiting = Array.from({ length: 20 }, () => ({ response: responseOf('a'), table: tableOf(1) }));
  const others = waiting.map(({ response, table }) => downloads.send(response, () => table));
  await expect(downloads.send(responseOf('a'), () => tableOf(1))).rejects.toThrow('overloaded');
  await downloads.send(responseOf('b'), () => tableOf(1));
  await settle();
  expect(waiting.map(({ table }) => table.loaded)).toEqual(Array(20).fill(0));
  stopped.destroy();
  await Promise.all([first, ...others]);
  expect(waiting.every(({ response }) => response.text.startsWith('\uFEFFTitle'))).toBe(true);
});

it('refuses a file whose rows need more memory than is left for unread responses', async () => {
  await expect(downloads.send(responseOf('a'), () => tableOf(1, 5_001))).rejects.toThrow('overloaded');
  await downloads.send(responseOf('a'), () => tableOf(1, 5_000));
});
