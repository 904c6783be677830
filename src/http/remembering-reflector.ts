import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

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
    if (!values.has(key)) values.set(key, super.get(key, target));
    return values.get(key) as never;
  }
}
