import { OpenAPIObject } from '@nestjs/swagger';
import { problemOf, problemType } from '../http/error-content.js';

const schema = { $ref: '#/components/schemas/Problem' };

/** Adds to each error that it can be asked for as problem details. */
export function addProblems(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) {
    for (const [status, response] of Object.entries(get?.responses ?? {})) {
      if (Number(status) < 400 || !response || '$ref' in response) continue;
      const { error } = response.content?.['application/json']?.example as { error: string };
      response.content = { ...response.content, [problemType]: { schema, example: problemOf(Number(status), error) } };
    }
  }
}
