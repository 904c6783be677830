import { CanActivate, ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Request } from 'express';
import { missingTokenMessage, sendToken } from '../http/errors/error-reply.js';
import { AccessTokens, hasSeveralAuthorizations } from './access-tokens.js';
import { Public } from './public.decorator.js';

/** Accepts requests that have a valid token or need none. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (
      this.tokens.allowsAnonymous ||
      this.reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()])
    ) {
      return true;
    }
    const request = context.switchToHttp().getRequest<Request>();
    if (this.tokens.identify(request) !== null) return true;
    throw new UnauthorizedException(unauthorizedMessage(request));
  }
}

function unauthorizedMessage(request: Request): string {
  if (request.headers.authorization === undefined) return missingTokenMessage;
  if (hasSeveralAuthorizations(request))
    return `The request has more than one Authorization header: ${sendToken} once.`;
  return `The token is not valid: ${sendToken} with a valid token.`;
}
