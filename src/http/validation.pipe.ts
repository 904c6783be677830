import { ArgumentMetadata, BadRequestException, Injectable, PipeTransform, Type } from '@nestjs/common';
import { parameterRulesOf } from './parameter.decorator.js';

/** Checks params and queries against their classes. The error of a 400 names each parameter and what it may be. */
@Injectable()
export class RequestValidationPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    return type === 'custom' || metatype === undefined ? value : this.check(value as object, metatype);
  }

  /** An instance of the class with what the class knows of the values; throws a BadRequestException for bad ones. */
  check(values: object, metatype: Type<unknown>): object {
    const checked = new metatype() as Record<string, unknown>;
    const wrong: string[] = [];
    for (const { name, read, expected } of parameterRulesOf(metatype.prototype as object)) {
      const given = Object.hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined;
      // What is given twice is a list, of which nobody could say which one is meant.
      if (given !== undefined) checked[name] = typeof given === 'string' ? read(given) : undefined;
      if (checked[name] === undefined) wrong.push(`${name} must be ${expected}`);
    }
    if (wrong.length === 0) return checked;
    throw new BadRequestException(wrong.join('; '));
  }
}
