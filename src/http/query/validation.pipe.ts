import { BadRequestException, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';

/**
 * Nest's ValidationPipe for params and queries. Ignores unknown parameters. The message of a 400 describes the valid
 * values of each invalid parameter, in the order of declaration.
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
