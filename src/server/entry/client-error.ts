import { randomUUID } from 'node:crypto';
import { ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { errorContent } from '../../http/errors/error-content.js';
import { RequestWatch } from '../../telemetry/request-watch.js';
import { securityHeaderLines } from '../../http/request/security-headers.js';

/** Time for the client to read the response. Closing a socket with unread bytes would discard the response. */
const lingerMs = 1_000;

/** The response to the latest request of each connection. */
export const latestResponses = new WeakMap<Socket, ServerResponse>();

/** Node's error contains the bytes in which the parser found it. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Responds with an ErrorResponse to data that Node's parser rejects and that therefore has no request object. */
export function respondToClientError(error: ClientError, socket: Socket, watch: RequestWatch): void {
  const latest = latestResponses.get(socket);
  // An error in the middle of a request belongs to that request, which may already have its response.
  const isResponding = latest !== undefined && !(latest.writableFinished && latest.req.complete);
  // The client would read this response as part of the response to an earlier request.
  if (!socket.writable || isResponding || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, message] = statusOf(error.code);
  const { contentType, body } = errorContent(acceptOf(error), status, message);
  const bytes = Buffer.byteLength(body);
  const requestId = randomUUID();
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\n${securityHeaderLines}` +
      `Cache-Control: no-store\r\nVary: Accept\r\nContent-Type: ${contentType}\r\nContent-Length: ${bytes}\r\n\r\n${body}`,
  );
  watch.reportRejected(socket, status, bytes, requestId);
  const limit = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(limit)).resume();
}

/** The Accept header of an invalid request, if the last bytes contain it. */
function acceptOf({ rawPacket }: ClientError): string | undefined {
  return /^accept:([^\r\n]*)/im.exec(rawPacket?.toString('latin1') ?? '')?.[1]?.trim();
}

function statusOf(code: string | undefined): [number, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The URL and the headers are longer than 16 KiB in total.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time.'];
  return [400, 'This is not a valid HTTP request.'];
}
