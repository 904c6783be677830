import { applyDecorators } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiResponse,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { missingTokenMessage, overloadMessage } from '../errors/error-reply.js';
import { errorBody } from './operation.decorator.js';

/** A controller whose operations are rate limited, and require a token if tokens are configured. */
export function LimitedApi(tag: string): ClassDecorator {
  return applyDecorators(
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

/** A {@link LimitedApi} whose operations use the response cache. */
export function CachedApi(tag: string): ClassDecorator {
  return applyDecorators(
    LimitedApi(tag),
    ApiResponse({ status: 304, description: 'The response has not changed: `If-None-Match` contains its `ETag`.' }),
    ApiServiceUnavailableResponse(errorBody('The service is overloaded.', overloadMessage)),
  );
}
