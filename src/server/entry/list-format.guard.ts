import { BadRequestException, CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { invalidByteOrderMark, ListColumns } from '../../http/lists/list-format.js';
import { traceOf } from '../../http/request/request-trace.js';

/** Stores the format that the URL of a list selects. Rejects a `bom` other than true or false. */
export class ListFormatGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const columns = this.reflector.get(ListColumns, context.getHandler());
    if (columns === undefined) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const { bom = 'false' } = request.query;
    if (bom !== 'true' && bom !== 'false') throw new BadRequestException(invalidByteOrderMark);
    const trace = traceOf(request);
    trace.list = { columns, extension: trace.extension, hasByteOrderMark: bom === 'true' };
    return true;
  }
}
