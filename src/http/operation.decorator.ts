import { applyDecorators, HttpException, InternalServerErrorException, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  ApiBadRequestResponse,
  ApiInternalServerErrorResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponseOptions,
} from '@nestjs/swagger';
import { CachedOperation } from '../response-cache/cached-operation.decorator.js';
import { OperationCall } from '../response-cache/operation-call.js';
import { ErrorResponse } from './error.response.js';

/** The sentence that a client reads when an operation fails inside. */
export const FailureSentence = Reflector.createDecorator<string>();

export interface OperationOptions {
  summary: string;
  description: string;
  /** The body of a 200: a class, or an array of it. */
  ok: Type<unknown> | [Type<unknown>];
  okDescription: string;
  /** Headers of a 200, beside those of every answer. */
  okHeaders?: ApiResponseOptions['headers'];
  /** The sentence of a 500. */
  failure: string;
  /** Whether its answers are cached; a name makes them a group that is outdated together. */
  cached?: boolean | string;
  /** Real answers to bad requests, for those operations that can answer so. */
  badRequest?: string;
  notFound?: string;
}

/**
 * Documents an operation, with all that it can answer, and makes its handler one: what fails inside gets the operation's
 * sentence, and the answers of a cached one come from the response cache, by its arguments. So a cached handler must
 * take all that its answer depends on as arguments, in canonical form.
 */
export function Operation(options: OperationOptions): MethodDecorator {
  const { summary, description, ok, okDescription, okHeaders, failure, badRequest, notFound } = options;
  const type = Array.isArray(ok) ? ok[0] : ok;
  return applyDecorators(
    ...(options.cached ? [CachedOperation(true)] : []),
    Answered(options),
    FailureSentence(failure),
    ApiOperation({ summary, description }),
    ApiOkResponse({
      description: okDescription,
      type,
      isArray: Array.isArray(ok),
      ...(okHeaders && { headers: okHeaders }),
    }),
    ...(badRequest ? [ApiBadRequestResponse(errorBody('A parameter is not valid.', badRequest))] : []),
    ...(notFound ? [ApiNotFoundResponse(errorBody('There is no such thing.', notFound))] : []),
    ApiInternalServerErrorResponse(errorBody('The operation failed inside; the cause is in the log.', failure)),
  );
}

function Answered({ failure, cached }: OperationOptions): MethodDecorator {
  return (target, method, descriptor: PropertyDescriptor) => {
    const handler = descriptor.value as (...args: unknown[]) => unknown;
    const carryOut = async (controller: unknown, args: unknown[]): Promise<unknown> => {
      try {
        return await handler.apply(controller, args);
      } catch (cause) {
        throw cause instanceof HttpException ? cause : new InternalServerErrorException(failure, { cause });
      }
    };
    const name = `${target.constructor.name}.${String(method)}`;
    const group = typeof cached === 'string' ? cached : undefined;
    const answered = function (this: unknown, ...args: unknown[]) {
      if (!cached) return carryOut(this, args);
      return new OperationCall(name + JSON.stringify(args), group, () => carryOut(this, args));
    };
    // Nest and Swagger know a handler by its name and by what decorators have said of it.
    descriptor.value = Object.defineProperty(answered, 'name', { value: method });
    for (const key of Reflect.getMetadataKeys(handler)) {
      Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), answered);
    }
  };
}

/** An ErrorResponse with an example, for the OpenAPI document. */
export function errorBody(description: string, error: string) {
  return { description, type: ErrorResponse, example: { error } };
}
