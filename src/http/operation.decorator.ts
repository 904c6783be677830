import { applyDecorators, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  ApiBadRequestResponse,
  ApiInternalServerErrorResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponseOptions,
} from '@nestjs/swagger';
import { unexpectedBody } from './error-reply.js';
import { ErrorResponse } from './error.response.js';

/** The sentence that a client reads when an operation fails with an error that is not an HttpException. */
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
  /** An example of the error 400, for operations with parameters that have one. */
  badRequest?: string;
  /** An example of the error 404, for operations that can answer so. */
  notFound?: string;
}

/** Sets what is known of an operation as metadata: its documentation with all answers, and its failure sentence. */
export function Operation(options: OperationOptions): MethodDecorator {
  const {
    summary,
    description,
    ok,
    okDescription,
    okHeaders,
    failure,
    badRequest = unexpectedBody,
    notFound,
  } = options;
  const type = Array.isArray(ok) ? ok[0] : ok;
  return applyDecorators(
    FailureSentence(failure),
    ApiOperation({ summary, description }),
    ApiOkResponse({
      description: okDescription,
      type,
      isArray: Array.isArray(ok),
      ...(okHeaders && { headers: okHeaders }),
    }),
    ApiBadRequestResponse(errorBody('A parameter is not valid, or the request has a body.', badRequest)),
    ...(notFound ? [ApiNotFoundResponse(errorBody('What the path names does not exist.', notFound))] : []),
    ApiInternalServerErrorResponse(errorBody('The operation failed. The cause is in the log of the service.', failure)),
  );
}

/** An ErrorResponse with an example, for the OpenAPI document. */
export function errorBody(description: string, error: string) {
  return { description, type: ErrorResponse, example: { error } };
}
