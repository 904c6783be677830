import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, Observable } from 'rxjs';
import { reportWork } from '../database/reads/work.js';
import { traceOf } from '../http/request/request-trace.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { workOfUnitMs } from './request-units.js';

/**
 * Charges a request for the work of the loads that it starts, if its price is too low. Work is charged when it is counted,
 * so reloads in the background and loads that fail are charged too. Requests that share a load pay only their price.
 */
@Injectable()
export class WorkInterceptor implements NestInterceptor {
  constructor(private readonly rateLimit: RateLimitGuard) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!traceOf(request).charge?.isShared) return next.handle();
    let [workMs, charged]: [number, Promise<unknown>] = [0, Promise.resolve()];
    const report = (milliseconds: number) => {
      workMs += milliseconds;
      const units = Math.ceil(workMs / workOfUnitMs);
      if (units <= traceOf(request).paidUnits) return;
      charged = Promise.all([charged, this.rateLimit.chargeUpTo(request, response, units)]);
    };
    const handle = async () => {
      try {
        return await lastValueFrom(next.handle() as Observable<unknown>);
      } finally {
        // The headers of the response show the last charge.
        await charged;
      }
    };
    return from(reportWork(report, handle));
  }
}
