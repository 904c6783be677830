import { BadRequestException, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';

/**
 * Nest's ValidationPipe for params and queries: unknown parameters are ignored, and the error of a 400 names each wrong
 * parameter and what it may be, in the order of their declaration.
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({ transform: true, whitelist: true, stopAtFirstError: true, exceptionFactory: refuse });
  }
}

function refuse(errors: ValidationError[]): BadRequestException {
  const sentences = errors.flatMap(({ constraints }) => Object.values(constraints ?? {}));
  return new BadRequestException(sentences.join('; '));
}
