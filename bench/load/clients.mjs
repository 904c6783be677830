import { createHistogram, performance } from 'node:perf_hooks';
import { Connection } from './connection.mjs';

const receiveBytes = 65_536;

/** A number of connections. Each sends its next request after the complete response to the last one. */
export class Clients {
  #latencies = createHistogram();
  #statuses = new Map();
  #open;
  #end;

  /** `next` returns the next request in its wire format, or undefined at the end. */
  constructor(port, connections, next) {
    // All connections share the buffer, because each piece is read before the next one arrives.
    const buffer = Buffer.allocUnsafe(receiveBytes);
    this.#open = connections;
    this.#end = new Promise((resolve, reject) => {
      for (let client = 0; client < connections; client++) {
        const connection = new Connection({ port, localAddress: addressOf(client), buffer, onError: reject });
        this.#run(connection, next, resolve);
      }
    });
  }

  /** Resolves after the last request. Rejects if a connection fails. */
  finished() {
    return this.#end;
  }

  /** Discards all measurements. */
  reset() {
    this.#latencies.reset();
    this.#statuses.clear();
  }

  /** Number of responses by status, and their latency in milliseconds. */
  result() {
    const millisecondsAt = (percentile) => this.#latencies.percentile(percentile) / 1000;
    return {
      requests: this.#latencies.count,
      statuses: Object.fromEntries(this.#statuses),
      p50: millisecondsAt(50),
      p99: millisecondsAt(99),
    };
  }

  #run(connection, next, resolve) {
    let sentAt;
    const send = () => {
      const request = next();
      if (request === undefined) {
        connection.close();
        if (--this.#open === 0) resolve();
        return;
      }
      sentAt = performance.now();
      connection.send(request);
    };
    connection.onAnswer = (status) => {
      this.#latencies.record(Math.max(1, Math.round((performance.now() - sentAt) * 1000)));
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
      send();
    };
    send();
  }
}

/** Each client has its own address, because rate limits identify clients by their address. */
function addressOf(client) {
  return `127.0.1.${1 + (client % 250)}`;
}
