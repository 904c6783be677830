import { BadRequestException, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';

/**
 * Nest's ValidationPipe for params and queries. Ignores unknown parameters. The message of a 400 describes the valid
 * values of each invalid parameter, in the order of declaration.
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({ transform: true, whitelist: true, stopAtFirstError: true, exceptionFactory: toBadRequest });
  }
}

function toBadRequest(errors: ValidationError[]): BadRequestException {
  const messages = errors.flatMap(({ constraints }) => Object.values(constraints ?? {}));
  return new BadRequestException(messages.join('; '));
}
