import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Clients } from '../http/request/clients.js';
import { AppLogger } from '../logging/app-logger.js';
import { RequestWatch, WatchedRequest } from './request-watch.js';

const maxRemembered = 10_000;

/**
 * Writes a line for each request if `ACCESS_LOG` is on. Lines contain neither URLs nor headers. A client is identified
 * by a digest with a key of this process. The digest separates clients, but trying all addresses does not reveal the
 * client.
 */
@Injectable()
export class AccessLog {
  private readonly key = randomBytes(32);
  private readonly names = new Map<string, string>();

  constructor(
    config: Config,
    watch: RequestWatch,
    private readonly logger: AppLogger,
    private readonly clients: Clients,
  ) {
    if (config.accessLog) watch.add((watched) => this.write(watched));
  }

  private write({ method, route, status, durationMs, bytes, cache, requestId, request, socket }: WatchedRequest): void {
    const client = this.nameOf(request ? this.clients.nameFor(request) : this.clients.peerAddress(socket));
    const ms = Math.round(durationMs * 1000) / 1000;
    this.logger.pino.info({ method, route, status, ms, bytes, cache, requestId, client }, 'Request');
  }

  private nameOf(client: string): string {
    const known = this.names.get(client);
    if (known !== undefined) return known;
    if (this.names.size >= maxRemembered) this.names.clear();
    const name = createHmac('sha256', this.key).update(client).digest('base64url').slice(0, 16);
    this.names.set(client, name);
    return name;
  }
}
