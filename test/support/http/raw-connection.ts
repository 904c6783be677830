import { connect, Socket } from 'node:net';
import { RawResponse, RawResponses } from './raw-responses.js';

interface Asked {
  isHead: boolean;
  resolve(response: RawResponse | null): void;
  reject(error: unknown): void;
}

/** A connection that sends requests byte for byte. It reopens after the server has closed it. */
export class RawConnection {
  private socket: Socket | undefined;
  private responses = new RawResponses();
  private asked: Asked[] = [];

  constructor(private readonly port: number) {}

  /** Returns the response to a request; null if the server closes the connection, or sends nothing for `waitMs`. */
  ask(bytes: Buffer, waitMs = 10_000): Promise<RawResponse | null> {
    return new Promise((resolve, reject) => {
      const socket = (this.socket ??= this.open());
      const limit = setTimeout(() => socket.destroy(), waitMs);
      const isHead = bytes.toString('latin1', 0, 5) === 'HEAD ';
      const end = (response: RawResponse | null) => {
        clearTimeout(limit);
        resolve(response);
      };
      this.asked.push({ isHead, resolve: end, reject });
      socket.write(bytes);
    });
  }

  /** Closes the connection. The next request opens another one. */
  close(): void {
    this.socket?.destroy();
    this.forget();
  }

  private open(): Socket {
    const socket = connect(this.port, '127.0.0.1').setNoDelay(true);
    socket.on('data', (chunk) => {
      try {
        if (socket === this.socket) this.take(chunk);
      } catch (error) {
        this.asked.shift()?.reject(error);
        this.close();
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => socket === this.socket && this.forget());
    return socket;
  }

  private take(chunk: Buffer): void {
    for (const response of this.responses.push(chunk, () => this.asked[0]?.isHead ?? false)) {
      this.asked.shift()?.resolve(response);
      if (/\r\nconnection: close/i.test(response.head)) this.close();
    }
  }

  private forget(): void {
    const { asked } = this;
    this.socket = undefined;
    this.asked = [];
    this.responses = new RawResponses();
    for (const request of asked) request.resolve(null);
  }
}
