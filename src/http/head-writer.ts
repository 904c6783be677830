import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { RawHeaders } from './raw-headers.js';

/** What Node's responses keep their head in; `headersSent` is whether it is there. */
interface WithHead {
  _header: string | null;
  _hasBody: boolean;
}

const afterHeaders = /Date: [^\r\n]+\r\n((?:[^\r\n]+\r\n)+)\r\n$/;
const second = 1_000;

/**
 * Writes heads of responses like `writeHead`, for headers that are known to be valid and where none was set before. `writeHead`
 * checks each of them anew for each response, which takes a tenth of the time of an answer from memory
 * (docs/decisions/0039).
 *
 * What a head has besides its headers is taken from the first one of its status that Node writes. Should a version of Node
 * write it in another way than this class would, all of them are left to Node.
 */
export class HeadWriter {
  private readonly fixedLines: string;
  private isLikeNode = true;
  /** What follows the date, by status. */
  private readonly connectionLines = new Map<number, string>();
  private date = '';
  private dateEndsAtMs = 0;

  /** `fixed` are the headers that every response begins with. */
  constructor(private readonly fixed: Readonly<RawHeaders>) {
    this.fixedLines = linesOf(fixed);
  }

  write(request: IncomingMessage, response: ServerResponse, status: 200 | 304, headers: RawHeaders): void {
    // Node writes other connection lines for these.
    const isUsual = response.shouldKeepAlive && request.httpVersion === '1.1' && request.headers.expect === undefined;
    const lines = isUsual && this.isLikeNode ? this.connectionLines.get(status) : undefined;
    if (lines === undefined) {
      response.writeHead(status, [...this.fixed, ...headers]);
      if (isUsual && this.isLikeNode) this.learn(response, status, headers);
      return;
    }
    response.statusCode = status;
    const internals = response as unknown as WithHead;
    if (status === 304) internals._hasBody = false;
    internals._header = this.headOf(status, headers, this.today(), lines);
  }

  private learn(response: ServerResponse, status: number, headers: RawHeaders): void {
    const written = (response as unknown as WithHead)._header ?? '';
    const [ending = '', lines = ''] = afterHeaders.exec(written) ?? [];
    const date = ending.slice('Date: '.length, ending.indexOf('\r'));
    this.isLikeNode = written === this.headOf(status, headers, date, lines);
    this.connectionLines.set(status, lines);
  }

  private headOf(status: number, headers: RawHeaders, date: string, connectionLines: string): string {
    const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    return `${statusLine}${this.fixedLines}${linesOf(headers)}Date: ${date}\r\n${connectionLines}\r\n`;
  }

  private today(): string {
    const nowMs = Date.now();
    // Also when the clock was set back.
    if (nowMs >= this.dateEndsAtMs || nowMs < this.dateEndsAtMs - second) {
      this.date = new Date(nowMs).toUTCString();
      this.dateEndsAtMs = nowMs - (nowMs % second) + second;
    }
    return this.date;
  }
}

function linesOf(headers: Readonly<RawHeaders>): string {
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return lines;
}
