import { applyDecorators, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  ApiBadRequestResponse,
  ApiExtension,
  ApiInternalServerErrorResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponseOptions,
} from '@nestjs/swagger';
import { unexpectedBody } from '../errors/error-reply.js';
import { ErrorResponse } from '../errors/error.response.js';
import { propertyNames } from '../lists/property-names.js';
import { columnsExtension, ListColumns } from '../lists/list-format.js';
import { RequestUnits, UnitRule } from './unit-rule.js';

/** The message for clients if an operation fails with an error that is not an HttpException. */
export const FailureMessage = Reflector.createDecorator<string>();

export interface OperationOptions {
  summary: string;
  description: string;
  /** The body of a 200: a class, an array of a class, or a media type other than JSON. */
  ok: Type<unknown> | [Type<unknown>] | string;
  /** The class of the rows in `items`, if the body is not an array. */
  rows?: Type<unknown>;
  okDescription: string;
  /** Additional headers of a 200. */
  okHeaders?: ApiResponseOptions['headers'];
  /** The message of a 500. */
  failure: string;
  /** The cost of a request in units of the rate limit, if not one. */
  units?: UnitRule;
  /** An example of the error 400, for operations with parameters. */
  badRequest?: string;
  /** An example of the error 404, for operations that return it. */
  notFound?: string;
}

/** Sets the documentation and the failure message of an operation. Adds CSV and NDJSON to lists. */
export function Operation(options: OperationOptions): MethodDecorator {
  const { summary, description, ok, okDescription, okHeaders, failure, units, notFound } = options;
  const rows = options.rows ?? (Array.isArray(ok) ? ok[0] : undefined);
  return applyDecorators(
    FailureMessage(failure),
    ApiOperation({ summary, description: units ? `${description} ${units.description}` : description }),
    ...(units ? [RequestUnits(units)] : []),
    ApiOkResponse({ description: okDescription, ...bodyOf(ok), ...(okHeaders && { headers: okHeaders }) }),
    ApiBadRequestResponse(
      errorBody('A parameter is invalid, or the request has a body.', options.badRequest ?? unexpectedBody),
    ),
    ...(rows ? [ListOperation(propertyNames(rows))] : []),
    ...(notFound ? [ApiNotFoundResponse(errorBody('The resource in the path does not exist.', notFound))] : []),
    ApiInternalServerErrorResponse(
      errorBody('The operation failed. If the response has `Retry-After`, the cause is temporary.', failure),
    ),
  );
}

/** Adds the forms of a list other than JSON. The OpenAPI document derives their schemas from the columns. */
function ListOperation(columns: readonly string[]): MethodDecorator {
  return applyDecorators(
    ListColumns(columns),
    ApiExtension(columnsExtension, columns),
    ApiQuery({
      name: 'bom',
      description: 'Starts CSV with a byte order mark, which Excel needs to detect UTF-8. JSON and NDJSON ignore it.',
      required: false,
      schema: { type: 'boolean', default: false },
    }),
  );
}

function bodyOf(ok: OperationOptions['ok']): ApiResponseOptions {
  // Client generators parse a plain string as JSON.
  if (typeof ok === 'string') return { content: { [ok]: { schema: { type: 'string', format: 'binary' } } } };
  return Array.isArray(ok) ? { type: ok[0], isArray: true } : { type: ok, isArray: false };
}

/** An ErrorResponse with an example, for the OpenAPI document. */
export function errorBody(description: string, error: string) {
  return { description, type: ErrorResponse, example: { error } };
}
