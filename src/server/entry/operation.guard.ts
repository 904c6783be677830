import { BadRequestException, CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { OpenAPIObject } from '@nestjs/swagger';
import type { Request } from 'express';
import { invalidByteOrderMark, ListColumns } from '../../http/lists/list-format.js';
import { FailureMessage } from '../../http/request/operation.decorator.js';
import { traceOf } from '../../http/request/request-trace.js';
import { noRoute, routeTemplate } from '../../http/request/route-template.js';

/** A longer name could be a token that a client put there by mistake. Tokens have at least 16 characters. */
const nameable = /^[\w.-]{1,15}$/;

/**
 * Stores the matched operation in the trace, because exception filters and the adapter have no execution context.
 * Rejects query parameters that the operation lacks, with `STRICT_QUERY`, and an invalid `bom`.
 */
@Injectable()
export class OperationGuard implements CanActivate {
  private readonly parameters = new Map<string, string[]>();

  constructor(private readonly reflector: Reflector) {}

  /** Makes the guard reject parameters that are not in the document. They are usually misspelled. */
  rejectUnknownParameters({ paths }: OpenAPIObject): void {
    for (const [path, { get }] of Object.entries(paths)) {
      const inQuery = (get?.parameters ?? []).flatMap((parameter) =>
        'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
      );
      this.parameters.set(path, inQuery);
    }
  }

  canActivate(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const request = context.switchToHttp().getRequest<Request>();
    const route = routeTemplate(request) ?? noRoute;
    const trace = traceOf(request);
    const columns = this.reflector.get(ListColumns, handler);
    trace.operation = {
      route,
      failureMessage: this.reflector.get(FailureMessage, handler),
      list: columns && { columns, extension: trace.extension, hasByteOrderMark: readMark(request) },
    };
    this.checkNames(route, request);
    return true;
  }

  private checkNames(route: string, { query }: Request): void {
    const valid = this.parameters.get(route);
    const unknown = valid && Object.keys(query).find((name) => !valid.includes(name));
    if (valid === undefined || unknown === undefined) return;
    const subject = nameable.test(unknown) ? unknown : 'A name in the query';
    const choice = valid.join(', ') || 'none';
    throw new BadRequestException(
      `${subject} is not a query parameter of this operation; valid query parameters: ${choice}`,
    );
  }
}

function readMark({ query: { bom = 'false' } }: Request): boolean {
  if (bom !== 'true' && bom !== 'false') throw new BadRequestException(invalidByteOrderMark);
  return bom === 'true';
}
