import { Reflector } from '@nestjs/core';

/** Marks a route or controller that needs no token. */
export const Public = Reflector.createDecorator<void, true>({ transform: () => true });
