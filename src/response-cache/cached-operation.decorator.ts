import { Reflector } from '@nestjs/core';

/** A handler that answers an OperationCall, whose answers are cached. */
export const CachedOperation = Reflector.createDecorator<true>();
