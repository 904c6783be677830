import { BadRequestException, CanActivate, ExecutionContext } from '@nestjs/common';
import { OpenAPIObject } from '@nestjs/swagger';
import type { Request } from 'express';
import { routeTemplate } from '../../http/request/route-template.js';

/** A longer name could be a token that a client put there by mistake. Tokens have at least 16 characters. */
const nameable = /^[\w.-]{1,15}$/;

/** Rejects requests with query parameters that the operation does not have. They are usually misspelled. */
export class StrictQueryGuard implements CanActivate {
  private readonly parameters = new Map<string, string[]>();

  /** `document` lists the parameters of each operation. Other routes accept all parameters. */
  constructor(document: OpenAPIObject) {
    for (const [path, { get }] of Object.entries(document.paths)) {
      const inQuery = (get?.parameters ?? []).flatMap((parameter) =>
        'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
      );
      this.parameters.set(path, inQuery);
    }
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const known = this.parameters.get(routeTemplate(request) ?? '');
    const unknown = known && Object.keys(request.query).find((name) => !known.includes(name));
    if (known === undefined || unknown === undefined) return true;
    const subject = nameable.test(unknown) ? unknown : 'A name in the query';
    const choice = known.join(', ') || 'none';
    throw new BadRequestException(
      `${subject} is not a query parameter of this operation; valid query parameters: ${choice}`,
    );
  }
}
