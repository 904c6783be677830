import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

/** Remembered where no decorator says anything. */
const nothing = Symbol('nothing');

/**
 * Nest's Reflector, which looks up once what a decorator says of a handler or a class: that stays while the service runs.
 * The guards ask some twenty times for each request.
 */
@Injectable()
export class RememberingReflector extends Reflector {
  private readonly known = new WeakMap<object, Map<unknown, unknown>>();

  /** Has the type `never` because that fits each of the overloads. */
  override get(key: never, target: never): never {
    let values = this.known.get(target);
    if (!values) this.known.set(target, (values = new Map()));
    let value = values.get(key);
    if (value === undefined) {
      const said: unknown = super.get(key, target);
      values.set(key, (value = said === undefined ? nothing : said));
    }
    return (value === nothing ? undefined : value) as never;
  }
}
