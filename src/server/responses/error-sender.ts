import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { errorContent } from '../../http/errors/error-content.js';
import { helpLink } from '../../http/errors/error-reply.js';
import { traceOf } from '../../http/request/request-trace.js';
import { securityHeaders } from '../../http/request/security-headers.js';

/** Sends an ErrorResponse or problem details, depending on `Accept`, where Nest's exception filter does not apply. */
@Injectable()
export class ErrorSender {
  constructor(private readonly config: Config) {}

  send(
    request: Request,
    response: Response,
    status: number,
    error: string,
    headers: Record<string, string> = {},
  ): void {
    const { contentType, body } = errorContent(request.headers.accept, status, error, request.path);
    const byteLength = Buffer.byteLength(body);
    const trace = traceOf(request);
    // The Content-Length that is passed to writeHead cannot be read from the response later.
    trace.bytes = byteLength;
    const vary = response.getHeader('Vary');
    response.writeHead(status, {
      ...securityHeaders,
      ...helpLink(this.config, status),
      'X-Request-Id': trace.requestId,
      'Cache-Control': 'no-store',
      Vary: vary === undefined ? 'Accept' : `${String(vary)}, Accept`,
      'Content-Type': contentType,
      'Content-Length': byteLength,
      ...headers,
    });
    response.end(body);
  }
}
