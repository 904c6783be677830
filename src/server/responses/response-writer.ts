import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessTokens } from '../../auth/access-tokens.js';
import { Clock } from '../../clock/clock.js';
import { Config } from '../../config/config.js';
import { overloadMessage } from '../../http/errors/error-reply.js';
import { ListRequest, listTypes } from '../../http/lists/list-format.js';
import { RawHeaders, setHeaders, writeHead } from '../../http/request/raw-headers.js';
import { traceOf } from '../../http/request/request-trace.js';
import { acceptedEncoding } from '../../response-cache/accepted-encoding.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { Representation } from '../../response-cache/stored-response.js';
import { fileHeaders } from './list-response.js';
import { ErrorSender } from './error-sender.js';
import { UnsentBytes } from '../../http/request/unsent-bytes.js';

/** Sends responses of the response cache. Negotiates the encoding, and returns 304 for known responses. */
@Injectable()
export class ResponseWriter {
  private readonly lifetime: string;
  private readonly vary: string;

  constructor(
    { cacheTtlSeconds }: Config,
    private readonly tokens: AccessTokens,
    private readonly clock: Clock,
    private readonly unsent: UnsentBytes,
    private readonly errors: ErrorSender,
  ) {
    this.vary = tokens.allowsAnonymous ? 'Accept-Encoding' : 'Authorization, Accept-Encoding';
    const seconds = `max-age=${cacheTtlSeconds}, stale-while-revalidate=${cacheTtlSeconds}`;
    this.lifetime = cacheTtlSeconds === 0 ? 'no-cache' : seconds;
  }

  /** Selects the encoding that the client accepts. Returns a promise if the response must be compressed first. */
  representationFor(request: Request, { stored, result }: LoadedResponse): Representation | Promise<Representation> {
    // Compressing can take longer than loading, so a response is compressed only at its second use. Pages are
    // compressed immediately: the reader waits for the whole page, and most pages are read once.
    const isNew = result === 'miss' || result === 'none';
    return isNew && !stored.isPage ? stored.identity : stored.in(acceptedEncoding(request.headers['accept-encoding']));
  }

  /** Ends the response. The edge cache passes the `firstHeaders` that Nest's responses already have. */
  send(
    request: Request,
    response: Response,
    loaded: LoadedResponse,
    { body, etag, encoding }: Representation,
    firstHeaders: RawHeaders = [],
  ): void {
    const { stored, result, format } = loaded;
    const trace = traceOf(request);
    const { list } = trace.operation ?? {};
    const varying = this.varyOf(response, list);
    // Some shared caches ignore Vary. They may store the format that most clients get, but no other one.
    const isNegotiated = trace.isNegotiated || (format !== undefined && list?.extension === undefined);
    const scope = this.tokens.allowsAnonymous && !isNegotiated ? 'public' : 'private';
    const headers = [...firstHeaders, 'ETag', etag, 'Cache-Control', `${scope}, ${this.lifetime}`, 'Vary', varying];
    const own = firstHeaders.length > 0 ? stored.allHeaders : stored.headers;
    headers.push(...(format && list ? fileHeaders(request, own, format, list) : own));
    const ageSeconds = Math.floor((this.clock.monotonicMs() - stored.createdAtMs) / 1000);
    if (ageSeconds > 0) headers.push('Age', String(ageSeconds));
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined && stored.matches(ifNoneMatch)) {
      trace.cache = result;
      trace.bytes = 0;
      writeHead(response, 304, headers);
      return void response.end();
    }
    if (request.method !== 'HEAD' && !this.unsent.reserve(response, body.length)) {
      setHeaders(response, firstHeaders);
      return this.errors.send(request, response, 503, overloadMessage, { 'Retry-After': '1' });
    }
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    const type = format ? listTypes[format] : 'application/json; charset=utf-8';
    if (!stored.hasOwnType) headers.push('Content-Type', type);
    headers.push('Content-Length', String(body.length));
    trace.cache = result;
    trace.bytes = body.length;
    writeHead(response, 200, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** The response of a list depends on `Accept`, unless the path names the format. */
  private varyOf(response: Response, list: ListRequest | undefined): string {
    const vary = response.getHeader('Vary');
    const varying = vary === undefined ? this.vary : `${String(vary)}, Accept-Encoding`;
    return list && list.extension === undefined ? `Accept, ${varying}` : varying;
  }
}
