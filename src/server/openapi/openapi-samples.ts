import { OpenAPIObject } from '@nestjs/swagger';
import { requestSamples, Sample } from '../../http/samples/request-samples.js';
import { svgType } from '../../http/request/svg-response.js';

const samplesExtension = 'x-codeSamples';

/** The example requests of an operation. */
export function samplesOf(operation: object | undefined): Sample[] {
  return (operation as { [samplesExtension]?: Sample[] } | undefined)?.[samplesExtension] ?? [];
}

/**
 * Adds an example request in three languages to each operation. `paths` contains the path by operation ID, `server` is
 * the URL of the service.
 */
export function addSamples(
  document: OpenAPIObject,
  paths: Readonly<Record<string, { path: string }>>,
  server: string,
): void {
  for (const { get } of Object.values(document.paths)) {
    const path = paths[get?.operationId ?? '']?.path;
    if (get === undefined || path === undefined) continue;
    const needsToken = get.security?.length === 1;
    const ok = get.responses['200'];
    const isPicture = ok !== undefined && 'content' in ok && svgType in (ok.content ?? {});
    Object.assign(get, { [samplesExtension]: requestSamples(server + path, needsToken, isPicture) });
  }
}
