import net from 'node:net';
import { ChunkedBody } from './chunked-body.mjs';

const none = Buffer.alloc(0);

/**
 * A connection with one request at a time. It parses a response only to find its end, because the HTTP client of Node.js uses
 * more processor time than the fastest servers.
 */
export class Connection {
  /** Called with the status of each complete response. */
  onAnswer = () => {};
  #socket;
  #head = none;
  #status = 0;
  /** Missing bytes of the body; undefined before the head is complete and in a chunked body. */
  #missing;
  #chunkedBody;

  constructor({ port, localAddress, buffer, onError }) {
    const callback = (size) => {
      this.#read(buffer.subarray(0, size));
      return true;
    };
    this.#socket = net.connect({ port, host: '127.0.0.1', localAddress, noDelay: true, onread: { buffer, callback } });
    this.#socket.on('error', onError);
    this.#socket.on('end', () => onError(new Error('The server closed a connection.')));
  }

  send(request) {
    this.#missing = undefined;
    this.#chunkedBody = undefined;
    this.#socket.write(request);
  }

  close() {
    this.#socket.destroy();
  }

  #read(piece) {
    const isInBody = this.#missing !== undefined || this.#chunkedBody !== undefined;
    const body = isInBody ? piece : this.#readHead(piece);
    if (body !== undefined && this.#isCompleteWith(body)) this.onAnswer(this.#status);
  }

  #isCompleteWith(body) {
    if (this.#chunkedBody) return this.#chunkedBody.read(body);
    this.#missing -= body.length;
    return this.#missing === 0;
  }

  /** Returns the bytes after the head; undefined while the head is incomplete. */
  #readHead(piece) {
    const received = this.#head.length === 0 ? piece : Buffer.concat([this.#head, piece]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) {
      this.#head = Buffer.from(received);
      return undefined;
    }
    this.#head = none;
    const head = received.latin1Slice(0, end);
    this.#status = Number(head.slice(9, 12));
    this.#missing = bodyLength(head, this.#status);
    if (this.#missing === undefined) this.#chunkedBody = new ChunkedBody();
    return received.subarray(end + 4);
  }
}

/** Undefined for a chunked body. */
function bodyLength(head, status) {
  if (status === 304 || status === 204) return 0;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  return length === undefined ? undefined : Number(length);
}
