import { OpenAPIObject } from '@nestjs/swagger';
import { Sample } from '../../http/samples/request-samples.js';
import { samplesExtension } from '../openapi/openapi-samples.js';

/**
 * The OpenAPI document as Swagger UI shows it: with the samples of each operation in its description, without the common
 * response headers, which have a page of their own, and without the scheme of tokens if none is configured.
 */
export function shownDocument(document: OpenAPIObject, needsToken: boolean): OpenAPIObject {
  const shown = structuredClone(document);
  if (!needsToken) delete shown.components?.securitySchemes;
  for (const { get } of Object.values(shown.paths)) {
    if (get === undefined) continue;
    const { [samplesExtension]: samples = [] } = get as { [samplesExtension]?: Sample[] };
    if (!needsToken) delete get.security;
    get.description = [get.description, ...samples.map(sampleText)].join('\n\n');
    for (const response of Object.values(get.responses)) {
      if (!response || !('headers' in response) || !response.headers) continue;
      response.headers = Object.fromEntries(Object.entries(response.headers).filter(([, header]) => !('$ref' in header)));
    }
  }
  return shown;
}

/** Markdown with HTML, which Swagger UI allows in descriptions. The first language is open. */
function sampleText({ lang, label, source }: Sample): string {
  return `<details${lang === 'Shell' ? ' open' : ''}><summary>${label}</summary>\n\n\`\`\`\n${source}\n\`\`\`\n\n</details>`;
}
