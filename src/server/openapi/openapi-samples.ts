import { OpenAPIObject } from '@nestjs/swagger';
import { svgType } from '../../http/request/svg-response.js';

/** A request in one language, in the format of documentation tools for `x-codeSamples`. */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

export const samplesExtension = 'x-codeSamples';

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
    Object.assign(get, { [samplesExtension]: samplesOf(JSON.stringify(server + path), needsToken, isPicture) });
  }
}

/** `url` is in double quotes, which have the same meaning in all three languages. */
function samplesOf(url: string, needsToken: boolean, isPicture: boolean): Sample[] {
  const curl = `curl ${needsToken ? '--header "Authorization: Bearer $TOKEN" ' : ''}${url}`;
  const options = needsToken ? ', { headers: { Authorization: `Bearer ${process.env.TOKEN}` } }' : '';
  const javascript = [
    `const response = await fetch(${url}${options});`,
    'if (!response.ok) throw new Error(await response.text());',
    `console.log(await response.${isPicture ? 'text' : 'json'}());`,
  ];
  const request = needsToken ? `Request(${url}, headers={"Authorization": f"Bearer {os.environ['TOKEN']}"})` : url;
  const python = [
    ...(isPicture ? [] : ['import json']),
    ...(needsToken ? ['import os'] : []),
    `from urllib.request import ${needsToken ? 'Request, ' : ''}urlopen`,
    '',
    `with urlopen(${request}) as response:`,
    `    print(${isPicture ? 'response.read().decode()' : 'json.load(response)'})`,
  ];
  return [
    { lang: 'Shell', label: 'curl', source: curl },
    { lang: 'JavaScript', label: 'JavaScript', source: javascript.join('\n') },
    { lang: 'Python', label: 'Python', source: python.join('\n') },
  ];
}
