import net from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { connectionUrl } from '../config/database-url.js';

/** The packet that requests TLS: its length and the code 80877103. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

class BadBytesError extends Error {
  /** The code of a failed connection. */
  readonly code = '08006';
}

/** A connection to a database URL with the parameters of libpq. The service connects only with this class. */
export class DatabaseClient extends pg.Client {
  private readonly isTlsOptional: boolean;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString } = config;
    const { url, isTlsOptional } = connectionUrl(connectionString ?? '');
    super({ ...config, connectionString: url, stream: () => endedByBadBytes(new net.Socket()) });
    this.isTlsOptional = isTlsOptional;
    // Queries and the pool report errors. Between them, nobody listens, and an error would end the process.
    this.on('error', () => {});
    this.connection.once('sslconnect', () => endedByBadBytes(this.connection.stream));
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    const connected = this.connectOrEnd();
    if (callback === undefined) return connected;
    connected.then(() => (callback as () => void)(), callback);
  }

  /** Closes the socket of a failed connection. Otherwise it stays open, for example after a missing password. */
  private async connectOrEnd(): Promise<pg.Client> {
    try {
      if (this.isTlsOptional) await this.leaveTlsUnlessOffered();
      return await super.connect();
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /**
   * pg fails if a server does not support TLS, and has no option for optional TLS. The connection copies the client's
   * public property `ssl` when it is created, so its own, undocumented property has to change too.
   */
  private async leaveTlsUnlessOffered(): Promise<void> {
    if (await offersTls(this.host, this.port)) return;
    this.ssl = false;
    Object.assign(this.connection, { ssl: false });
  }
}

/**
 * Ends a stream whose bytes are not the protocol, for example of a broken pooler. pg parses the bytes in the event `data`
 * and throws; the error would end the process.
 */
function endedByBadBytes<Stream extends Duplex>(stream: Stream): Stream {
  const emit = stream.emit.bind(stream);
  stream.emit = (event: string | symbol, ...values: unknown[]) => {
    try {
      return emit(event, ...values);
    } catch (cause) {
      if (event !== 'data') throw cause;
      stream.destroy(new BadBytesError('The server sent bytes that are not the protocol of PostgreSQL.', { cause }));
      return true;
    }
  };
  return stream;
}

/** Reads the first byte of the server's response. */
function offersTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, timeout: 5_000 }, () => socket.write(tlsRequest));
    socket.once('data', ([first]) => {
      resolve(first === 'S'.charCodeAt(0));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('The database did not respond within 5 s.')));
    socket.once('error', reject);
    socket.once('close', () => resolve(false));
  });
}
