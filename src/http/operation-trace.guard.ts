import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { FailureSentence } from './operation.decorator.js';
import { traceOf } from './request-trace.js';

/**
 * Lets every request pass, and leaves in its trace what only an execution context knows: filters and the adapter are not told
 * which handler carries a request out. A guard, since an interceptor that does nothing takes Nest 30 microseconds a request.
 */
@Injectable()
export class OperationTraceGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const trace = traceOf(context.switchToHttp().getRequest<Request>());
    trace.failure = this.reflector.get(FailureSentence, handler);
    const ownGuards = this.reflector.getAllAndOverride<unknown>(GUARDS_METADATA, [handler, context.getClass()]);
    trace.hasUsualGuards = ownGuards === undefined;
    return true;
  }
}
