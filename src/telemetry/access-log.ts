import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AppLogger } from '../logging/app-logger.js';
import { Admissions } from '../rate-limit/admission.js';
import { RequestWatch, WatchedRequest } from './request-watch.js';

const mostRemembered = 10_000;

/**
 * With `ACCESS_LOG`, a line for each request. Neither URLs nor headers get into it. A client is named by a digest whose
 * key only this process has and forgets, so that its requests can be told from those of others, but nobody can find out
 * who it is by trying all addresses.
 */
@Injectable()
export class AccessLog {
  private readonly key = randomBytes(32);
  private readonly names = new Map<string, string>();

  constructor(
    config: Config,
    watch: RequestWatch,
    private readonly logger: AppLogger,
    private readonly admissions: Admissions,
  ) {
    if (config.accessLog) watch.add((watched) => this.write(watched));
  }

  private write({ method, route, status, durationMs, bytes, cache, requestId, request, socket }: WatchedRequest): void {
    const client = this.nameOf(request ? this.admissions.clientOf(request) : this.admissions.clientAt(socket));
    const ms = Math.round(durationMs * 1000) / 1000;
    this.logger.pino.info({ method, route, status, ms, bytes, cache, requestId, client }, 'Request');
  }

  private nameOf(client: string): string {
    const known = this.names.get(client);
    if (known !== undefined) return known;
    if (this.names.size >= mostRemembered) this.names.clear();
    const name = createHmac('sha256', this.key).update(client).digest('base64url').slice(0, 16);
    this.names.set(client, name);
    return name;
  }
}
