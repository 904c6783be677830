import net from 'node:net';

const none = Buffer.alloc(0);

/**
 * A connection that has one request under way at a time. It reads of an answer what it takes to know where it ends, and no
 * more: Node's own HTTP client would need more processor time than the fastest servers do.
 */
export class Connection {
  /** Called with the status of each answer once that is complete. */
  onAnswer = () => {};
  #socket;
  #head = none;
  #status = 0;
  /** Bytes of the body that are still to come; undefined before the head is complete, Infinity in a chunked one. */
  #missing;
  #tail = '';

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
    this.#socket.write(request);
  }

  close() {
    this.#socket.destroy();
  }

  #read(piece) {
    const body = this.#missing === undefined ? this.#readHead(piece) : piece;
    if (body === undefined) return;
    if (this.#missing === Infinity) {
      // The last chunk is empty. JSON never has line breaks of this kind.
      this.#tail = (this.#tail + body.latin1Slice(Math.max(0, body.length - 5))).slice(-5);
      if (this.#tail === '0\r\n\r\n') this.#missing = 0;
    } else {
      this.#missing -= body.length;
    }
    if (this.#missing === 0) this.onAnswer(this.#status);
  }

  /** Answers what follows the head; undefined while that is not complete. */
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
    this.#tail = '';
    return received.subarray(end + 4);
  }
}

function bodyLength(head, status) {
  if (status === 304 || status === 204) return 0;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  return length === undefined ? Infinity : Number(length);
}
