import { BadRequestException, Injectable, ValidationPipe } from '@nestjs/common';

/** Checks params and queries against their classes. The error of a 400 names each parameter and what it may be. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) =>
        new BadRequestException(errors.flatMap(({ constraints }) => Object.values(constraints ?? {})).join('; ')),
    });
  }
}
