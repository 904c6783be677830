import { applyDecorators, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  ApiBadRequestResponse,
  ApiInternalServerErrorResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import { ErrorResponse } from './error.response.js';

/** The sentence that a client reads when an operation fails inside. */
export const FailureSentence = Reflector.createDecorator<string>();

export interface OperationOptions {
  summary: string;
  description: string;
  /** The body of a 200: a class, or an array of it. */
  ok: Type<unknown> | [Type<unknown>];
  okDescription: string;
  /** The sentence of a 500. */
  failure: string;
  /** Real answers to bad requests, for those operations that can answer so. */
  badRequest?: string;
  notFound?: string;
}

/** Documents an operation, with all that it can answer, and sets the sentence for when it fails inside. */
export function Operation(options: OperationOptions): MethodDecorator {
  const { summary, description, ok, okDescription, failure, badRequest, notFound } = options;
  const type = Array.isArray(ok) ? ok[0] : ok;
  return applyDecorators(
    FailureSentence(failure),
    ApiOperation({ summary, description }),
    ApiOkResponse({ description: okDescription, type, isArray: Array.isArray(ok) }),
    ...(badRequest ? [ApiBadRequestResponse(errorBody('A parameter is not valid.', badRequest))] : []),
    ...(notFound ? [ApiNotFoundResponse(errorBody('There is no such thing.', notFound))] : []),
    ApiInternalServerErrorResponse(errorBody('The operation failed inside; the cause is in the log.', failure)),
  );
}

/** An ErrorResponse with an example, for the OpenAPI document. */
export function errorBody(description: string, error: string) {
  return { description, type: ErrorResponse, example: { error } };
}
