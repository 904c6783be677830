import { ArgumentsHost, Catch, ExceptionFilter } from '@nestjs/common';
import { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { AppLogger } from '../../logging/app-logger.js';
import { FaultLog } from '../../logging/fault-log.js';
import { errorContent } from './error-content.js';
import { ErrorReply, errorReply, helpLink } from './error-reply.js';
import { traceOf } from '../request/request-trace.js';
import { noRoute, routeTemplate } from '../request/route-template.js';

/** The paths of operations that return data. Pictures have the same prefix but are not part of the contract. */
const apiPath = /^\/v1\/(?!.*\.svg$)/i;

/** The response to an exception, and the exception. */
export interface Failure extends ErrorReply {
  exception: unknown;
}

/** Converts exceptions to an ErrorResponse or problem details. Logs the cause of a 5xx and never returns it. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: AppLogger,
    private readonly faults: FaultLog,
    protected readonly config: Config,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { requestId, operation } = traceOf(request);
    const matched = request.route !== undefined;
    const isForVisitors = !apiPath.test(request.path);
    const reply = errorReply(
      exception,
      { matched, failureMessage: operation?.failureMessage, isForVisitors },
      this.config,
    );
    const { status, error } = reply;
    const fields = {
      requestId,
      method: request.method,
      // A path can contain a token that a client put there by mistake.
      route: routeTemplate(request) ?? noRoute,
      status,
    };
    if (status >= 500) this.faults.error({ ...fields, err: causeOf(exception) }, error);
    else this.logger.pino.debug(fields, error);
    if (response.headersSent) return void response.destroy();
    response
      .status(status)
      .set({ ...reply.headers, 'Cache-Control': 'no-store' })
      .vary('Accept');
    this.send(request, response, { ...reply, exception });
  }

  protected send(request: Request, response: Response, { status, error }: Failure): void {
    const { contentType, body } = errorContent(request.headers.accept, status, error, request.path);
    response.set({ 'Content-Type': contentType, ...helpLink(this.config, status) }).send(body);
  }
}

function causeOf(exception: unknown): unknown {
  return exception instanceof Error && exception.cause !== undefined ? exception.cause : exception;
}
