import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { Transform } from 'node:stream';

/** What is between the service and its database: it can be cut or slow for a while. */
export class Network {
  isCut = false;
  /** How long each piece of data takes. */
  delayMs = 0;
  #sockets = new Set();
  #server;

  /** `targetPort` tells where the database listens now. */
  static async open(targetPort) {
    const network = new Network();
    network.#server = createServer((client) => network.#join(client, targetPort())).listen(0, '127.0.0.1');
    await once(network.#server, 'listening');
    return network;
  }

  get port() {
    return this.#server.address().port;
  }

  cut() {
    this.isCut = true;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close() {
    this.cut();
    this.#server.close();
  }

  #join(client, port) {
    if (this.isCut) return client.resetAndDestroy();
    const database = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, database],
      [database, client],
    ]) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.pipe(this.#delaying()).pipe(to);
    }
  }

  #delaying() {
    return new Transform({
      transform: (chunk, _encoding, done) => {
        if (this.delayMs === 0) done(null, chunk);
        else setTimeout(done, this.delayMs, null, chunk);
      },
    });
  }
}
