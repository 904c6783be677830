import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ConcurrencyLimit } from '../../database/reads/concurrency-limit.js';
import { FaultLog } from '../../logging/fault-log.js';
import { overloadMessage } from '../../http/errors/error-reply.js';
import { Cell, csvTexts, FileTable, jsonTexts } from './file-table.js';

/** More would wait for longer than a reader. */
const maxWaiting = 20;

/** Sends tables as CSV or JSON files while their rows load. Two batches load at a time. Slow readers occupy neither of them. */
@Injectable()
export class Downloads {
  private readonly limit = new ConcurrencyLimit(2);

  constructor(private readonly faults: FaultLog) {}

  /** Errors of the first rows are errors of the request. A later error ends the connection, so that clients notice. */
  async send(response: Response, { headings, batches }: FileTable): Promise<void> {
    const { req: request } = response;
    if (this.limit.waiting >= maxWaiting) throw new ServiceUnavailableException(overloadMessage);
    const table = { headings, batches: this.limited(batches) };
    const isJson = /\.json$/i.test(request.path);
    const texts = isJson ? jsonTexts(table) : csvTexts(table);
    const first = await texts.next();
    response.set({
      'Content-Type': isJson ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileNameOf(request)}.${isJson ? 'json' : 'csv'}"`,
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') return void response.end();
    const all = async function* () {
      if (!first.done) yield first.value;
      yield* texts;
    };
    await pipeline(Readable.from(all()), response).catch((error: NodeJS.ErrnoException) => {
      const isGone = error.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!isGone) this.faults.warn({ err: error, path: request.path }, 'Failed to complete a download');
    });
  }

  private async *limited(batches: FileTable['batches']): AsyncGenerator<(readonly Cell[])[]> {
    const iterator = batches[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.limit.run(() => iterator.next());
      if (next.done) return;
      yield next.value;
    }
  }
}

/** Returns a file name such as streamers-aurora_plays-streams-365. */
function fileNameOf({ path, query: { range, days } }: Request): string {
  const name = path.replace(/^\/download\/|\.(csv|json)$/gi, '').replace(/%..|\W+/g, '-');
  const span = [range, days].filter((part): part is string => typeof part === 'string');
  return [name.slice(0, 100), ...span.map((part) => part.replace(/\W/g, ''))].join('-');
}
