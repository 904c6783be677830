import { OpenAPIObject } from '@nestjs/swagger';
import { Deprecation, deprecationExtension, deprecationHeaders } from '../http/deprecated.decorator.js';
import { headerPairs } from '../http/raw-headers.js';

type HeadersObject = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;

const texts: Readonly<Record<string, string>> = {
  Deprecation: 'Since when the operation is deprecated: `@` and seconds since 1970 (RFC 9745).',
  Sunset: 'When the operation is to go (RFC 8594).',
};

/** Says of each deprecated operation since when it is, when it is to go, and where to read what to use instead. */
export function describeDeprecations(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) {
    const deprecation = (get as { [deprecationExtension]?: Deprecation } | undefined)?.[deprecationExtension];
    if (get === undefined || deprecation === undefined) continue;
    const { since, sunset, link } = deprecation;
    const end = sunset === undefined ? '' : ` It is to go on ${sunset}.`;
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
