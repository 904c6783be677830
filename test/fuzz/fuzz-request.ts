/** A request in its wire format. Texts contain one byte per character. */
export interface FuzzRequest {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  /** Sent with its length or in chunks. */
  body?: { bytes: string; isChunked: boolean };
}

/** The bytes of a request. The framing is always valid. */
export function bytesOf({ method, target, headers, body }: FuzzRequest): Buffer {
  const framing = body ? framingOf(body) : { headers: [], bytes: '' };
  const lines = [...headers, ...framing.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${framing.bytes}`, 'latin1');
}

function framingOf({ bytes, isChunked }: NonNullable<FuzzRequest['body']>) {
  if (!isChunked) return { headers: [['Content-Length', String(bytes.length)]], bytes };
  const chunk = bytes === '' ? '' : `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
  return { headers: [['Transfer-Encoding', 'chunked']], bytes: `${chunk}0\r\n\r\n` };
}

/** A shell command that sends the bytes to a service on port 3000. */
export function commandOf(bytes: Buffer): string {
  const escaped = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === '\r') return '\\r';
    if (character === '\n') return '\\n';
    if (character === '%') return '%%';
    const isPlain = byte >= 0x20 && byte < 0x7f && !["'", '\\'].includes(character);
    return isPlain ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf '${escaped.join('')}' | nc -w 5 127.0.0.1 3000`;
}
