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
        ? 'Send a token with every request, as in the first one. “Authorize” below stores it for the requests of this page.'
        : 'This service needs none.',
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
      `${fullNumber(rateLimit)} units per ${rateWindowSeconds} s and client. Most requests spend one. After a 429, wait for Retry-After.`,
    ],
    [
      'Errors',
      '/docs/errors',
      <>
        A status and <code>{'{"error": "…"}'}</code>, which says what would be right. A name without data is no error.
      </>,
    ],
    [
      'Formats',
      '/docs/formats',
      <>
        JSON. Lists end in <code>.csv</code> or <code>.ndjson</code> too, graphs in <code>.svg</code>.
      </>,
    ],
    ['Response headers', '/docs/headers', 'Those of every operation: budget, age, entity tag, ID of the request.'],
    [
      'Changelog',
      '/docs/changelog',
      <>
        What is new. A client stays <a href={to('/docs/versions')}>compatible</a> within a major version.
      </>,
    ],
    ['Typed client', '/docs/clients', 'For TypeScript, and generators for Go, Java, C# and Rust.'],
  ];
  return (
    <div class="content">
      <section class="start" aria-labelledby="start">
        <h1 id="start">API</h1>
        <p class="lead">
          Everything on the pages as data. Version {version}.{' '}
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
            The list of operations needs scripts. <a href={to('/docs/samples')}>The samples</a> show a request to each.
          </p>
        </noscript>
      </section>
      <div id="swagger-ui"></div>
    </div>
  );
}
