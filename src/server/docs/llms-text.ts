import { OpenAPIObject } from '@nestjs/swagger';
import { Config } from '../../config/config.js';
import { publicPath } from '../../http/request/public-path.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

interface Schema {
  type?: string;
  $ref?: string;
  items?: Schema;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  default?: string | number | boolean;
}

/**
 * The Markdown page for language models (llmstxt.org): the data of the API, each operation with its parameters, and
 * links. A short version of the OpenAPI document.
 */
export function llmsText(document: OpenAPIObject, config: Pick<Config, 'publicUrl'>): string {
  const to = (path: string) => publicPath(config, path);
  const { title, description = '', version } = document.info;
  const [what = '', ...rules] = description.split('\n\n');
  return [
    `# ${title}`,
    `> ${what} Version ${version}. Every operation is a GET. Pictures are SVG; other operations return JSON.`,
    ...rules,
    ...topics(document).flatMap(({ name, text, operations }) => [
      `## ${name}`,
      text,
      operations.map(([path, operation]) => operationLine(to(path), operation)).join('\n'),
    ]),
    '## Documents',
    [
      `- [OpenAPI document](${to('/docs-json')}): each operation with all responses, types, units and examples, as JSON`,
      `- [API guide](${to('/docs/api.md')}): authentication, rate limits, pagination, errors, caching, formats, versions`,
      `- [Definitions of the figures](${to('/docs/metrics.md')}): formula, unit, window and rounding of each`,
      `- [Webhooks](${to('/docs/webhooks.md')}): messages about streams, late data, months and weeks, and a receiver`,
      `- [Swagger UI](${to('/docs')}): try the operations in a browser`,
      `- [Status](${to('/v1/status')}): size and age of the data`,
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The operations by tag, in the order of the document. */
function topics({ paths, tags = [] }: OpenAPIObject) {
  const all = Object.entries(paths).flatMap(([path, { get }]) => (get ? [[path, get] as const] : []));
  const names = new Set(all.map(([, { tags: [tag = ''] = [] }]) => tag));
  return [...names].map((name) => ({
    name,
    text: tags.find((tag) => tag.name === name)?.description ?? '',
    operations: all.filter(([, operation]) => operation.tags?.[0] === name),
  }));
}

function operationLine(path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    'in' in parameter ? [`${parameter.name} (${parameterText(parameter.schema as Schema, parameter.required)})`] : [],
  );
  const takes = parameters.length > 0 ? ` Parameters: ${parameters.join(', ')}.` : '';
  return `- \`GET ${path}\` returns ${responseType(operation)}. ${operation.description}${takes}`;
}

function parameterText(
  { enum: values, minimum, maximum, type = 'string', ...schema }: Schema,
  required = false,
): string {
  const choice = values
    ? `one of ${values.join(', ')}`
    : minimum === undefined
      ? type
      : `${type} ${minimum}..${maximum}`;
  const fallback = schema.default === undefined ? '' : `, default ${String(schema.default)}`;
  return `${choice}${fallback}${required ? '' : ', optional'}`;
}

/** The name of a 200's JSON schema, with `[]` for a list, or the media type if it is not JSON. */
function responseType({ responses }: Operation): string {
  const ok = responses['200'];
  const content = (ok && 'content' in ok && ok.content) || {};
  const json = content['application/json'];
  if (json === undefined) return Object.keys(content).join(' or ');
  const { $ref, items } = (json.schema ?? {}) as Schema;
  const name = ($ref ?? items?.$ref ?? 'JSON').split('/').at(-1) ?? '';
  return items ? `${name}[]` : name;
}
