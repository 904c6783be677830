import type { ComponentChildren } from 'preact';
import { fullNumber } from '../../charts/labels/number-labels.js';
import { Config } from '../../config/config.js';
import { publicPath } from '../../http/request/public-path.js';
import { Markdown } from '../../pages/about/markdown.js';
import { version } from '../../version.js';

export interface StartProps {
  config: Config;
  /** The command of the first request. */
  command: string;
  /** The rules that hold for every operation, in Markdown. */
  rules: string;
}

/** What a developer needs before the first operation, then the operations. */
export function DocsStart({ config, command, rules }: StartProps) {
  const to = (path: string) => publicPath(config, path);
  const { apiTokens, rateLimit, rateWindowSeconds } = config;
  const cards: [title: string, page: string, text: ComponentChildren][] = [
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
        Changes in each version. A client stays <a href={to('/docs/versions')}>compatible</a> within a major version.
      </>,
    ],
    ['Typed client', '/docs/clients', 'A client for TypeScript, and tested generators for Go, Java, C# and Rust.'],
  ];
  return (
    <div class="content">
      <section class="start" aria-labelledby="start">
        <h1 id="start">API</h1>
        <p class="lead">
          All data of this site over HTTP. Version {version}.{' '}
          <a href={to('/docs/metrics')}>How each figure is defined</a>, <a href={to('/docs/samples')}>all samples</a>, and
          the document as <a href={to('/docs-json')}>JSON</a>, <a href={to('/docs-yaml')}>YAML</a> or{' '}
          <a href={to('/llms.txt')}>text for language models</a>.
        </p>
        <h2>First request</h2>
        <pre tabIndex={0}>{command}</pre>
        <ul class="cards">
          {cards.map(([title, page, text]) => (
            <li key={page}>
              <h3>
                <a href={to(page)}>{title}</a>
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <h2>Values</h2>
        <Markdown text={rules} />
        <h2>Operations</h2>
        <noscript>
          <p>
            Enable JavaScript to see the list of operations. <a href={to('/docs/samples')}>The samples</a> show a request to
            each operation.
          </p>
        </noscript>
      </section>
      <div id="swagger-ui"></div>
    </div>
  );
}
