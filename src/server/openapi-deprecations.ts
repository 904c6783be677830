import { OpenAPIObject } from '@nestjs/swagger';
import { Deprecation, deprecationExtension, deprecationHeaders } from '../http/deprecated.decorator.js';
import { headerPairs } from '../http/raw-headers.js';

type HeadersObject = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;

const texts: Readonly<Record<string, string>> = {
  Deprecation: 'Time of the deprecation: `@` and seconds since 1970 (RFC 9745).',
  Sunset: 'Time at which the operation will be removed (RFC 8594).',
};

/** Documents the deprecation of operations: its time, the time of the removal, and a link to the replacement. */
export function describeDeprecations(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) {
    const deprecation = (get as { [deprecationExtension]?: Deprecation } | undefined)?.[deprecationExtension];
    if (get === undefined || deprecation === undefined) continue;
    const { since, sunset, link } = deprecation;
    const end = sunset === undefined ? '' : ` It will be removed on ${sunset}.`;
    get.description =
      `Deprecated since ${since}.${end} [What to use instead](${link}). ${get.description ?? ''}`.trim();
    const headers: HeadersObject = {};
    for (const [name, example] of headerPairs(deprecationHeaders(deprecation))) {
      const description = texts[name];
      if (description !== undefined) headers[name] = { description, schema: { type: 'string' }, example };
    }
    for (const [status, response] of Object.entries(get.responses)) {
      if (!response || '$ref' in response) continue;
      // The operations of a controller share the object.
      get.responses[status] = { ...response, headers: { ...response.headers, ...headers } };
    }
  }
}
