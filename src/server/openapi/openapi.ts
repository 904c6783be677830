import { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '../../config/config.js';
import { toProblem, problemType } from '../../http/errors/error-content.js';
import { ErrorResponse, Problem } from '../../http/errors/error.response.js';
import { columnsExtension } from '../../http/lists/list-format.js';
import { publicPath } from '../../http/request/public-path.js';
import { specificationVersion } from '../../version.js';
import { changelogPage, docsTopics, headersPage, samplesPage } from '../docs/docs-topics.js';
import openApiExamples from './openapi-examples.json' with { type: 'json' };
import { addHeaders } from './openapi-headers.js';
import { addListForms } from './openapi-lists.js';
import { addSamples } from './openapi-samples.js';
import { addWebhookExamples, webhookModels } from './webhook-schemas.js';

/** The page of docs/metrics.md. */
const metricsPath = '/docs/metrics';

export const apiTitle = 'Streaming analytics API';

/** The tags in the order of a reader's questions: description, heading in docs/metrics.md, and operations in order. */
const tags: Record<string, [description: string, heading: string, operations: string[]]> = {
  Streamer: [
    'Search for streamers; streams, figures, followers and subscribers of a streamer.',
    'thirty-day-stats',
    [
      'listStreamers',
      'listRecentStreams',
      'findLastStream',
      'findThirtyDayStats',
      'findWindowStats',
      'findStats',
      'listHours',
      'listFollowerGraph',
      'drawFollowerGraph',
      'listSubscriberGraph',
      'drawSubscriberGraph',
      'drawBadge',
    ],
  ],
  Leaderboard: [
    'Streamers of the last 7, 30 or 90 days or of a calendar month, ranked by a figure.',
    'leaderboard',
    ['findLeaderboardPage', 'listMonths', 'findRanks', 'listLanguages'],
  ],
  Streams: [
    'Live and recent streams, and the details, chat and viewers of a stream.',
    'a-stream',
    [
      'listLiveStreams',
      'listStreams',
      'findStream',
      'findStreamStats',
      'listViewerGraph',
      'drawViewerGraph',
      'findMessageStats',
      'listChat',
      'findStreamBefore',
      'listColabSessions',
    ],
  ],
  Games: ['Games of the last thirty days, and their streamers.', 'games', ['listGames', 'findGame']],
  Totals: [
    'Viewers and live streams of whole platforms over time.',
    'totals-of-a-platform',
    ['listTotals', 'listLanguageTotals', 'listGameTotals'],
  ],
  Events: [
    'Events in which several streamers participate.',
    'events',
    ['listPublicEvents', 'findEvent', 'listEventGraph', 'listEventSegments', 'listEventStreams', 'listStreamerEvents'],
  ],
  Partners: ['Sponsors on the panels of streamers.', 'partners', ['listActivePartners']],
  Meta: [
    'Health of the service, and size and age of its data.',
    'status',
    ['findStatus', 'checkReadiness', 'checkLiveness'],
  ],
};

/** The introduction of docs/api.md, with links to its sections. */
function description(config: Pick<Config, 'publicUrl'>): string {
  const { introduction, topics } = docsTopics();
  const links = [...topics, headersPage, samplesPage, changelogPage].map(
    ({ path, title }) => `[${title}](${publicPath(config, path)})`,
  );
  const text = introduction.replace('](metrics.md)', `](${publicPath(config, metricsPath)})`);
  return `Read-only analytics of live streams.\n\n${text}\n\n${links.join(' | ')}`;
}

/** The OpenAPI document of the application. */
export function createOpenApiDocument(
  app: INestApplication,
  config: Pick<Config, 'publicUrl' | 'apiTokens' | 'port'>,
): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle(apiTitle)
    .setDescription(description(config))
    .setVersion(specificationVersion)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(config.publicUrl ?? '/')
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: 'Token from the operator of the service.' });
  const definitions = publicPath(config, metricsPath);
  for (const [name, [text, heading]] of Object.entries(tags)) {
    builder.addTag(name, text, { url: `${definitions}#${heading}`, description: 'Definitions' });
  }
  const document = SwaggerModule.createDocument(app, builder.build(), {
    extraModels: [ErrorResponse, Problem, ...webhookModels],
    operationIdFactory: (_controller, method) => method,
  });
  delete document.info.contact;
  document.paths = inOrder(document.paths);
  closeErrorResponse(document);
  listSecurity(document, config.apiTokens.length > 0);
  addSamples(document, openApiExamples, config.publicUrl ?? `http://localhost:${config.port || 3000}`);
  addHeaders(document);
  addExamples(document);
  addWebhookExamples(document, openApiExamples);
  addListForms(document);
  addProblems(document);
  return document;
}

/** Sorts operations by tag and within it. Operations that a tag does not list come last. */
function inOrder(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const names = Object.keys(tags);
  const orderOf = ({ get }: OpenAPIObject['paths'][string]) => {
    const [tag = ''] = get?.tags ?? [];
    const index = tags[tag]?.[2].indexOf(get?.operationId ?? '') ?? -1;
    return names.indexOf(tag) * 1_000 + (index === -1 ? 999 : index);
  };
  return Object.fromEntries(Object.entries(paths).sort(([, a], [, b]) => orderOf(a) - orderOf(b)));
}

/** Forbids other properties in an ErrorResponse. Swagger's decorators cannot express that. */
function closeErrorResponse(document: OpenAPIObject): void {
  Object.assign(document.components?.schemas?.ErrorResponse ?? {}, { additionalProperties: false });
}

/** Makes the token optional if none is configured, so that validating proxies accept requests without one. */
function listSecurity(document: OpenAPIObject, needsToken: boolean): void {
  for (const { get } of Object.values(document.paths)) {
    if (!get) continue;
    const schemes = get.security ?? [];
    get.security = schemes.length === 0 || needsToken ? schemes : [...schemes, {}];
  }
}

/** Adds the responses of a seeded service as examples. A test compares them with the seed and can update them. */
function addExamples(document: OpenAPIObject): void {
  const examples: Readonly<Record<string, { path: string; response?: unknown }>> = openApiExamples;
  for (const { get } of Object.values(document.paths)) {
    const ok = get?.responses['200'];
    const example = examples[get?.operationId ?? '']?.response;
    if (ok && 'content' in ok && ok.content) Object.assign(ok.content['application/json'] ?? {}, { example });
  }
}

/** Adds problem details to each error. */
function addProblems(document: OpenAPIObject): void {
  const schema = { $ref: '#/components/schemas/Problem' };
  for (const { get } of Object.values(document.paths)) {
    for (const [status, response] of Object.entries(get?.responses ?? {})) {
      if (Number(status) < 400 || !response || '$ref' in response) continue;
      const { error } = response.content?.['application/json']?.example as { error: string };
      response.content = { ...response.content, [problemType]: { schema, example: toProblem(Number(status), error) } };
    }
  }
}

/** The paths of lists, which have other forms than JSON. */
export function findListPaths({ paths }: OpenAPIObject): string[] {
  return Object.keys(paths).filter((path) => paths[path]?.get && columnsExtension in paths[path].get);
}

/** The paths of a document in Express's format. */
export function toExpressPaths({ paths }: OpenAPIObject): string[] {
  return Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1'));
}
