import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

/** Checks responses against the OpenAPI document of the service. */
export class OpenApiContract {
  private readonly ajv: Ajv;
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: OpenAPIObject) {
    this.ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi');
  }

  /** Lists the faults of a response to `GET path`; [] without faults, or if no operation has the path. */
  findViolations(path: string, status: number, body: unknown): string[] {
    const template = this.templateOf(path);
    if (template === undefined) return this.check('ErrorResponse', '#/components/schemas/ErrorResponse', body);
    const operation = this.document.paths[template]?.get as Operation | undefined;
    const contents = operation?.responses[status]?.content;
    // The document contains no schema for pictures.
    if (contents && 'image/svg+xml' in contents) return [];
    if (!contents?.['application/json']) return [`${template} does not document the status ${status}`];
    const pointer = `#/paths/${template.replace(/~/g, '~0').replace(/\//g, '~1')}/get/responses/${status}`;
    return this.check(`${template} ${status}`, `${pointer}/content/application~1json/schema`, body);
  }

  /** Lists the faults of a value of a schema. */
  findSchemaViolations(name: string, value: unknown): string[] {
    return this.check(name, `#/components/schemas/${name}`, value);
  }

  /** The path in the document that matches a request's path. */
  templateOf(path: string): string | undefined {
    const [pathname = ''] = path.split('?');
    // Literal parts take precedence: `/v1/streams/live` over `/v1/streams/{id}`, and `{granularity}.svg` over `{granularity}`.
    const literal = (template: string) => template.replace(/\{\w+\}/g, '').length;
    const templates = Object.keys(this.document.paths).sort((a, b) => literal(b) - literal(a));
    return templates.find((template) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i').test(pathname));
  }

  private check(name: string, pointer: string, body: unknown): string[] {
    let validate = this.validators.get(pointer);
    if (!validate) {
      validate = this.ajv.compile({ $ref: `openapi${encodeURI(pointer)}` });
      this.validators.set(pointer, validate);
    }
    if (validate(body)) return [];
    return (validate.errors ?? []).map((error) => `${name}: ${error.instancePath || 'the body'} ${error.message}`);
  }
}
