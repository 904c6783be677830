import { CanActivate, ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Request } from 'express';
import { AccessTokens } from './access-tokens.js';
import { Public } from './public.decorator.js';

/** Lets a request pass that carries a valid token, or needs none. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.tokens.isOpen || this.reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()])) {
      return true;
    }
    const { authorization } = context.switchToHttp().getRequest<Request>().headers;
    if (this.tokens.identify(authorization) !== undefined) return true;
    throw new UnauthorizedException(
      authorization === undefined
        ? 'This API needs a token: send the header "Authorization: Bearer <API_TOKEN>".'
        : 'The token is not valid: send the header "Authorization: Bearer <API_TOKEN>" with a token of this API.',
    );
  }
}
