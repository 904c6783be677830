import { applyDecorators, Controller } from '@nestjs/common';
import { ApiBearerAuth, ApiTags, ApiTooManyRequestsResponse, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { missingTokenMessage } from '../errors/error-reply.js';
import { errorBody } from './operation.decorator.js';

/** A controller whose operations are rate limited, and require a token if tokens are configured. */
export function LimitedController(path: string, tag: string): ClassDecorator {
  return applyDecorators(
    Controller(path),
    ApiTags(tag),
    ApiBearerAuth(),
    ApiUnauthorizedResponse(
      errorBody('The API requires a token, and the request has no token or a wrong one.', missingTokenMessage),
    ),
    ApiTooManyRequestsResponse(
      errorBody(
        'The client has spent its units for this window.',
        'Too many requests: the limit is 300 units per 60 seconds. Try again in 42 seconds.',
      ),
    ),
  );
}
