import { OpenAPIObject } from '@nestjs/swagger';
import type { ComponentChildren } from 'preact';
import { fullNumber } from '../../charts/labels/number-labels.js';
import { Config } from '../../config/config.js';
import { Markdown } from '../../pages/about/markdown.js';
import { Layout } from '../../pages/layout/layout.js';
import { useSite } from '../../pages/layout/site.js';
import { Link } from '../../pages/parts/names/link.js';
import openApiExamples from '../openapi/openapi-examples.json' with { type: 'json' };
import { samplesOf } from '../openapi/openapi-samples.js';
import { docsTopics } from './docs-topics.js';

/** What a developer needs before the first operation, then the operations. */
export function DocsPage({ config, document }: { config: Config; document: OpenAPIObject }) {
  const { version, hrefOf, assetOf } = useSite();
  return (
    <Layout title="API" description="The operations of the API, with parameters, limits and examples." section="API">
      <div class="page-head">
        <h1>API</h1>
      </div>
      <p class="lead">
        All data of this site over HTTP. Version {version}. <Link to="/docs/metrics">How each figure is defined</Link>,{' '}
        <Link to="/docs/samples">all samples</Link>, and the document as <Link to="/docs-json">JSON</Link>,{' '}
        <Link to="/docs-yaml">YAML</Link> or <Link to="/llms.txt">text for language models</Link>.
      </p>
      <div class="prose wide">
        <h2>First request</h2>
        <p>
          Run this{config.apiTokens.length > 0 ? ' with your token' : <>, or <Link to={openApiExamples[firstOperation].path}>open the response</Link></>}:
        </p>
        <pre tabIndex={0}>{findCommand(document)}</pre>
        <div class="panel-row">
          {cardsOf(config).map(([title, page, text]) => (
            <section class="panel" key={page}>
              <h3>
                <Link to={page}>{title}</Link>
              </h3>
              <p class="muted">{text}</p>
            </section>
          ))}
        </div>
        <h2>Values</h2>
        <Markdown text={findRules()} />
        <h2>Operations</h2>
        <noscript>
          <p>
            Enable JavaScript to see the list of operations. <Link to="/docs/samples">The samples</Link> show a request to
            each operation.
          </p>
        </noscript>
        <link rel="stylesheet" href={assetOf('swagger-ui.css')} />
        <link rel="stylesheet" href={assetOf('docs.css')} />
        <div id="swagger-ui" data-document={hrefOf('/docs-json')} />
      </div>
      <script defer src={assetOf('swagger-ui-bundle.js')} />
      <script defer src={assetOf('docs.js')} />
    </Layout>
  );
}

/** An operation that has data in each installation with streams. */
const firstOperation = 'findLeaderboardPage';

/** The command of the first request. */
function findCommand({ paths }: OpenAPIObject): string {
  const first = Object.values(paths).find(({ get }) => get?.operationId === firstOperation)?.get;
  return samplesOf(first)[0]?.source ?? '';
}

/** The rules that hold for every operation, in Markdown. */
function findRules(): string {
  const lines = docsTopics().introduction.split('\n');
  return lines.filter((line) => line.startsWith('- ')).join('\n');
}

function cardsOf({ apiTokens, rateLimit, rateWindowSeconds }: Config): [title: string, page: string, text: ComponentChildren][] {
  return [
    [
      'Token',
      '/docs/authentication',
      apiTokens.length > 0
        ? 'Send a token with every request, as in the example above. “Authorize” below stores the token for requests from this page.'
        : 'This service requires no token.',
    ],
    [
      'Paging',
      '/docs/pagination',
      <>
        Long lists have <code>limit</code> and <code>cursor</code>. The <code>Link</code> header leads to the next page.
      </>,
    ],
    [
      'Limits',
      '/docs/rate-limits',
      `${fullNumber(rateLimit)} units per ${rateWindowSeconds} s and client. Most requests spend one; requests that read much data spend more. After a 429, wait for Retry-After.`,
    ],
    [
      'Errors',
      '/docs/errors',
      <>
        An HTTP status and <code>{'{"error": "…"}'}</code>. For an invalid parameter, the message lists the valid values. A
        streamer without data is not an error.
      </>,
    ],
    [
      'Formats',
      '/docs/formats',
      <>
        JSON by default. Add <code>.csv</code> or <code>.ndjson</code> to the path of a list, or <code>.svg</code> to the path of
        a graph.
      </>,
    ],
    [
      'Webhooks',
      '/docs/webhooks',
      'Messages to your server when a stream starts or ends, data is late, or the leaderboard of a month is final.',
    ],
    ['Response headers', '/docs/headers', 'Rate limit, age, entity tag and request ID.'],
    [
      'Changelog',
      '/docs/changelog',
      <>
        Changes in each version. A client stays <Link to="/docs/versions">compatible</Link> within a major version.
      </>,
    ],
    ['Typed client', '/docs/clients', 'A client for TypeScript, and tested generators for Go, Java, C# and Rust.'],
  ];
}
