import { connect } from 'node:net';

/** Sends bytes to a server. Returns all bytes received until the server closes the connection or `waitMs` have passed. */
export function sendRaw(port: number, bytes: string | Buffer, waitMs = 3_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
