// Runs on the page with the operations of the API: starts Swagger UI, which swagger-ui-bundle.js defines.

declare const SwaggerUIBundle: (options: object) => void;

const system = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI has a dark theme by class only. The style sheet of the pages has the theme that a reader selects. */
function applyTheme(): void {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const isDark = colorScheme === 'dark' || (colorScheme !== 'light' && system.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
}

applyTheme();
system.addEventListener('change', applyTheme);
document.addEventListener('change', applyTheme);

/** Names lists of values for screen readers. */
function nameLists(): void {
  for (const list of document.querySelectorAll('[data-param-name] select:not([aria-label])')) {
    list.setAttribute('aria-label', list.closest('[data-param-name]')?.getAttribute('data-param-name') ?? '');
  }
}

new MutationObserver(nameLists).observe(document, { childList: true, subtree: true });

/** The parts of the OpenAPI document that change before Swagger UI shows the document. */
interface ApiDocument {
  paths: Record<string, { get: ApiOperation }>;
  components: { securitySchemes?: object };
}
interface ApiOperation {
  description: string;
  security?: object[];
  responses: Record<string, { headers?: Record<string, object> }>;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

/**
 * Adds the samples of each operation to its description, and removes the common response headers, which have a page of their
 * own, and the scheme of tokens if the service needs none.
 */
function prepare(api: ApiDocument): ApiDocument {
  const operations = Object.values(api.paths).map(({ get }) => get);
  const needsToken = operations.some(({ security }) => security?.length === 1);
  if (!needsToken) delete api.components.securitySchemes;
  for (const operation of operations) {
    if (!needsToken) delete operation.security;
    const samples = operation['x-codeSamples'] ?? [];
    operation.description = [operation.description, ...samples.map(sampleText)].join('\n\n');
    for (const { headers = {} } of Object.values(operation.responses)) {
      for (const [name, header] of Object.entries(headers)) if ('$ref' in header) delete headers[name];
    }
  }
  return api;
}

/** Markdown with HTML, which Swagger UI allows in descriptions. The first language is open. */
function sampleText({ lang, label, source }: { lang: string; label: string; source: string }): string {
  return `<details${lang === 'Shell' ? ' open' : ''}><summary>${label}</summary>\n\n\`\`\`\n${source}\n\`\`\`\n\n</details>`;
}

/** The parts of React, and of Immutable's maps in Swagger UI, that the plugin uses. */
interface React {
  createElement: (type: unknown, properties?: object | null, ...children: unknown[]) => unknown;
}
interface Operation {
  get(key: string): string;
  getIn(path: readonly string[]): string;
}
interface Operations {
  size: number;
  filter(matches: (operation: Operation) => boolean): Operations;
}
interface Tag {
  get(key: 'operations'): Operations;
  update(key: 'operations', change: (all: Operations) => Operations): Tag;
}
interface Tags {
  map(change: (tag: Tag, name: string) => Tag): Tags;
  filter(matches: (tag: Tag) => boolean): Tags;
}
interface LayoutProps {
  getComponent: (name: string, isContainer?: boolean) => unknown;
  layoutSelectors: { currentFilter(): unknown };
  layoutActions: { updateFilter(text: string): void };
}

function filterOperations(tags: Tags, phrase: string): Tags {
  const words = phrase.toLowerCase().split(/\s+/);
  const matches = (name: string, operation: Operation) => {
    const parts = [name, operation.get('path'), operation.getIn(['operation', 'summary'])];
    const text = parts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return tags
    .map((tag, name) => tag.update('operations', (all) => all.filter((one) => matches(name, one))))
    .filter((tag) => tag.get('operations').size > 0);
}

/**
 * Swagger UI's plugin: a layout without parts that the page has, such as the main element, a filter by tag, path and summary
 * instead of by tag, and no link inside the button of an operation.
 */
const plugin = ({ React: { createElement } }: { React: React }) => ({
  fn: { opsFilter: filterOperations },
  components: {
    DeepLink: ({ text }: { text: string }) => createElement('span', null, text),
    PageLayout: ({ getComponent, layoutSelectors, layoutActions }: LayoutProps) => {
      const text = layoutSelectors.currentFilter();
      const field = createElement('input', {
        type: 'search',
        className: 'filter-field',
        'aria-label': 'Filter operations',
        placeholder: 'Filter operations, such as: live, graph, games',
        value: typeof text === 'string' ? text : '',
        onChange: ({ target }: { target: HTMLInputElement }) => layoutActions.updateFilter(target.value),
      });
      return createElement(
        'div',
        { className: 'swagger-ui' },
        createElement(getComponent('SvgAssets')),
        createElement(getComponent('errors', true)),
        createElement(getComponent('AuthorizeBtnContainer', true)),
        createElement('div', { role: 'search' }, field),
        createElement(getComponent('operations', true)),
        createElement(getComponent('Models', true)),
      );
    },
  },
});

async function showOperations(container: HTMLElement): Promise<void> {
  const response = await fetch(container.dataset.document ?? '').catch(() => undefined);
  if (!response?.ok)
    return void (container.textContent = 'The operations cannot be loaded now. Reload the page in a minute.');
  SwaggerUIBundle({
    domNode: container,
    spec: prepare((await response.json()) as ApiDocument),
    layout: 'PageLayout',
    plugins: [plugin],
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    persistAuthorization: true,
    // Shows the valid values of a parameter.
    showCommonExtensions: true,
    // By default Swagger UI sends the document to a validator of its makers.
    validatorUrl: null,
  });
}

const container = document.querySelector<HTMLElement>('#swagger-ui');
if (container) void showOperations(container);
