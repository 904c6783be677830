import { ExecutionContext, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { loadConfig } from '../config/environment.js';
import { AccessTokens } from './access-tokens.js';
import { BearerGuard } from './bearer.guard.js';
import { Public } from './public.decorator.js';

const token = 'token-0123456789';

class GuardedController {
  guarded() {}

  @Public()
  open() {}
}

@Public()
class OpenController {
  open() {}
}

describe('BearerGuard', () => {
  it('lets everyone pass when no token is configured', () => {
    expect(ask(GuardedController, 'guarded', undefined, {})).toBe(true);
  });

  it('lets a valid token pass', () => {
    expect(ask(GuardedController, 'guarded', `Bearer ${token}`)).toBe(true);
  });

  it('refuses a request without a token, and says how to send one', () => {
    expect(() => ask(GuardedController, 'guarded', undefined)).toThrow(
      new UnauthorizedException('This API needs a token: send the header "Authorization: Bearer <API_TOKEN>".'),
    );
  });

  it.each(['', 'Bearer', 'Bearer wrong-0123456789', `Basic ${token}`])(
    'refuses %j, and does not repeat it',
    (header) => {
      expect(() => ask(GuardedController, 'guarded', header)).toThrow(
        new UnauthorizedException(
          'The token is not valid: send the header "Authorization: Bearer <API_TOKEN>" with a token of this API.',
        ),
      );
    },
  );

  it('refuses several headers, and says to send one', () => {
    expect(() => ask(GuardedController, 'guarded', [`Bearer ${token}`, `Bearer ${token}`])).toThrow(
      new UnauthorizedException(
        'There is more than one Authorization header: send the header "Authorization: Bearer <API_TOKEN>" once.',
      ),
    );
  });

  it('lets everyone pass to a public route, and to a route of a public controller', () => {
    expect(ask(GuardedController, 'open', undefined)).toBe(true);
    expect(ask(OpenController, 'open', 'Bearer wrong-0123456789')).toBe(true);
  });
});

function ask<Controller extends object>(
  controller: new () => Controller,
  method: keyof Controller,
  authorization: string | string[] | undefined,
  env: Record<string, string> = { API_TOKEN: token },
): boolean {
  const guard = new BearerGuard(new AccessTokens(loadConfig(env)), new Reflector());
  const values = authorization === undefined ? [] : [authorization].flat();
  const request = {
    headers: { authorization: values[0] },
    rawHeaders: values.flatMap((value) => ['Authorization', value]),
  };
  const context = {
    getHandler: () => (controller.prototype as Controller)[method],
    getClass: () => controller,
    switchToHttp: () => ({ getRequest: () => request }),
  };
  return guard.canActivate(context as unknown as ExecutionContext);
}
