import { STATUS_CODES } from 'node:http';
import { Duplex } from 'node:stream';
import { securityHeaderLines } from './security-headers.js';

/** What Node's parser refuses never becomes a request; this answers it with an ErrorResponse all the same. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, words] = statusOf(error.code);
  const body = JSON.stringify({ error: words });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${securityHeaderLines}` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function statusOf(code: string | undefined): [number, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The URL and the headers are longer than 16 KiB together.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time.'];
  return [400, 'This is not a valid HTTP request.'];
}
