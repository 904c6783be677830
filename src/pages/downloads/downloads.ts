import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { Injectable, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { ConcurrencyLimit } from '../../database/reads/concurrency-limit.js';
import { Turns } from '../../database/reads/turns.js';
import { FaultLog } from '../../logging/fault-log.js';
import { overloadMessage, unknownPathMessage } from '../../http/errors/error-reply.js';
import { Clients } from '../../http/request/clients.js';
import { rowsOfUnit, unitsOfFile } from '../../rate-limit/request-units.js';
import { UnsentBytes } from '../../http/request/unsent-bytes.js';
import { RateLimitGuard } from '../../rate-limit/rate-limit.guard.js';
import { csvTexts, FileTable, NextText } from './file-table.js';

/** Rejects more waiting files, because they would take longer than readers wait. */
const maxWaiting = 20;

/** Opens a table. Some tables load all rows when they open, others load them in batches. */
export type OpenTable = () => FileTable | Promise<FileTable>;

/** The memory of a row, measured with rows of ten cells. */
const bytesPerRow = 200;

/**
 * Sends tables as CSV files. Rows are loaded, written and sent in batches, and only when the client has read the
 * batch before. Two batches load at a time. A client downloads one file at a time, so that only one file of a client can
 * exceed its budget.
 */
@Injectable()
export class Downloads {
  private readonly limit = new ConcurrencyLimit(2);
  private readonly turns = new Turns();

  constructor(
    private readonly faults: FaultLog,
    private readonly clients: Clients,
    private readonly rateLimit: RateLimitGuard,
    private readonly unsent: UnsentBytes,
    private readonly config: Config,
  ) {}

  /**
   * Sends the table that `open` returns; without `open`, no file has the name. Tables open in turn too, because some load
   * all of their rows.
   */
  async send(response: Response, open: OpenTable | undefined): Promise<void> {
    if (open === undefined) throw new NotFoundException(unknownPathMessage(this.config));
    const client = this.clients.nameFor(response.req);
    if (Math.max(this.turns.waitingOf(client), this.limit.waiting) >= maxWaiting)
      throw new ServiceUnavailableException(overloadMessage);
    await this.turns.run(client, () => this.sendInTurn(response, open));
  }

  private async sendInTurn(response: Response, open: OpenTable): Promise<void> {
    const { req: request } = response;
    if (response.destroyed) return;
    const charge = await this.rateLimit.chargeUpTo(request, response, unitsOfFile);
    if (charge) this.rateLimit.admit(charge, response);
    const table = await this.limit.run(async () => open());
    const texts = this.texts(csvTexts(this.charging(table, response)));
    await this.begin(response, table, texts);
    if (request.method === 'HEAD') return void response.end();
    await pipeline(Readable.from(texts), response).catch((error: NodeJS.ErrnoException) => {
      const isGone = error.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!isGone) this.faults.warn({ err: error, path: request.path }, 'Failed to complete a download');
    });
  }

  /**
   * Loads and sends the first rows, whose errors are errors of the request. A later error ends the connection, so that
   * clients notice.
   */
  private async begin(response: Response, table: FileTable, texts: AsyncGenerator<Buffer, void>) {
    const first = await texts.next();
    if (!this.unsent.reserve(response, (table.heldRows?.() ?? 0) * bytesPerRow))
      throw new ServiceUnavailableException(overloadMessage);
    response.set({
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileNameOf(response.req)}.csv"`,
      'Cache-Control': 'no-store',
    });
    if (response.req.method !== 'HEAD' && !first.done) response.write(first.value);
  }

  /** Charges a unit for each started 1,000 rows after those of the first charge. */
  private charging(table: FileTable, response: Response): FileTable {
    let rows = 0;
    const nextRows = async () => {
      const next = await table.nextRows();
      rows += next?.length ?? 0;
      await this.rateLimit.chargeUpTo(response.req, response, Math.ceil(rows / rowsOfUnit));
      return next;
    };
    return { ...table, nextRows };
  }

  /** Other requests proceed between two batches. */
  private async *texts(next: NextText): AsyncGenerator<Buffer, void> {
    for (;;) {
      const text = await this.limit.run(next);
      if (text === undefined) return;
      // A text that was concatenated from small parts takes several times its length in memory.
      yield Buffer.from(text);
      await setImmediate();
    }
  }
}

/** Returns the name of the file in a path; '' for a path with a slash at the end, which Express ignores. */
export function fileNameIn({ req }: Response): string {
  return req.path.endsWith('/') ? '' : String(req.params.panel);
}

/** Returns a file name such as streamers-aurora_plays-streams-365 or leaderboard-followers-30. */
function fileNameOf({ path, query: { sort, range, days } }: Request): string {
  const name = path.replace(/^\/download\/|\.csv$/gi, '').replace(/%..|\W+/g, '-');
  const span = [sort, range, days].filter((part): part is string => typeof part === 'string');
  return [name.slice(0, 100), ...span.map((part) => part.replace(/\W+/g, '-'))].join('-');
}
