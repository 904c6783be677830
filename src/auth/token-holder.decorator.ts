import { createParamDecorator, ExecutionContext, Injectable, PipeTransform } from '@nestjs/common';
import { Request } from 'express';
import { AccessTokens } from './access-tokens.js';

@Injectable()
class TokenHolderPipe implements PipeTransform<Request, boolean> {
  constructor(private readonly tokens: AccessTokens) {}

  transform(request: Request): boolean {
    return this.tokens.identify(request) !== undefined;
  }
}

const WholeRequest = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/** A handler's parameter: whether the request carries a valid token, which none does where no token is configured. */
export function TokenHolder(): ParameterDecorator {
  return WholeRequest(TokenHolderPipe);
}
