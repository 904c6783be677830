import { BadRequestException, CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { badMark, ListColumns } from '../http/list-form.js';
import { traceOf } from '../http/request-trace.js';

const marks: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Notes what the URL of a request for a list says about the form of the answer. Refuses a `bom` that is neither true nor false. */
export class ListFormGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const columns = this.reflector.get(ListColumns, context.getHandler());
    if (columns === undefined) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const { bom = 'false' } = request.query;
    const hasMark = typeof bom === 'string' && Object.hasOwn(marks, bom) ? marks[bom] : undefined;
    if (hasMark === undefined) throw new BadRequestException(badMark);
    const trace = traceOf(request);
    trace.list = { columns, ending: trace.ending, hasMark };
    return true;
  }
}
