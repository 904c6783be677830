import {
  CallHandler,
  ExecutionContext,
  HttpException,
  Injectable,
  InternalServerErrorException,
  NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, Observable, throwError } from 'rxjs';
import { FailureSentence } from './operation.decorator.js';

/** Gives what fails inside an operation the sentence of that operation; the cause goes along, for the log. */
@Injectable()
export class FailureInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((cause: unknown) => {
        const sentence = this.reflector.get(FailureSentence, context.getHandler());
        const known = cause instanceof HttpException || sentence === undefined;
        return throwError(() => (known ? cause : new InternalServerErrorException(sentence, { cause })));
      }),
    );
  }
}
