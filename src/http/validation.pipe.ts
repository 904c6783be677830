import { ArgumentMetadata, BadRequestException, Injectable, PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** Checks params and queries against their classes. The error of a 400 names each parameter and what it may be. */
@Injectable()
export class RequestValidationPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    return type === 'custom' || metatype === undefined ? value : this.check(value as object, metatype);
  }

  /** An instance of the class with what the class knows of the values; throws a BadRequestException for bad ones. */
  check(values: object, metatype: Type<unknown>): object {
    const instance = plainToInstance(metatype, values) as object;
    const errors = validateSync(instance, { whitelist: true, validationError: { target: false, value: false } });
    if (errors.length === 0) return instance;
    throw new BadRequestException(errors.flatMap(({ constraints }) => Object.values(constraints ?? {})).join('; '));
  }
}
