import { OpenAPIObject } from '@nestjs/swagger';
import { budgetHeaderNames } from '../../rate-limit/budget-headers.js';
import openApiHeaders from './openapi-headers.json' with { type: 'json' };

type Name = keyof typeof openApiHeaders;

const ofContent: Name[] = ['ETag', 'Age'];
const ofStatus: Readonly<Record<string, Name[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  500: ['Retry-After'],
  503: ['Retry-After'],
};

/** Adds common response headers to the headers that operations declare. */
export function addHeaders(document: OpenAPIObject): void {
  const headers = openApiHeaders as NonNullable<OpenAPIObject['components']>['headers'];
  document.components = { ...document.components, headers };
  for (const { get } of Object.values(document.paths)) {
    if (get === undefined) continue;
    const isCached = '304' in get.responses;
    for (const [status, response] of Object.entries(get.responses)) {
      if (response === undefined || '$ref' in response) continue;
      const names: Name[] = [
        'X-Request-Id',
        'Cache-Control',
        ...(isCached && ['200', '304'].includes(status) ? ofContent : []),
        ...(get.security?.length ? budgetHeaderNames : []),
        ...(Number(status) >= 400 ? (['Link'] as const) : []),
        ...(ofStatus[status] ?? []),
      ];
      const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
      response.headers = { ...response.headers, ...Object.fromEntries(references) };
    }
  }
}
