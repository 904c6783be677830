import { SwaggerCustomOptions } from '@nestjs/swagger';
import { renderToString } from 'preact-render-to-string';
import { Header } from '../../pages/layout/header.js';
import { HeaderScripts } from '../../pages/layout/layout.js';
import { siteIcon } from '../../pages/layout/mark.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { DocsStart, StartProps } from './docs-start.js';

/** The files of Swagger UI's page. Their folder contains other files too, such as one with the version. */
export const docsPageFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
};

/** The plugin is in docs.js. Swagger UI's options contain the source of this function, which the browser runs. */
const plugin = (system: unknown) =>
  (globalThis as unknown as { docsPlugin: (system: unknown) => unknown }).docsPlugin(system);

export const docsPageOptions: SwaggerCustomOptions = {
  customfavIcon: siteIcon,
  swaggerOptions: {
    // Without Swagger UI's own header.
    layout: 'BaseLayout',
    plugins: [plugin],
    filter: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    persistAuthorization: true,
    // Shows the valid values of a parameter.
    showCommonExtensions: true,
    // By default Swagger UI sends the document to a validator of its makers.
    validatorUrl: null,
  },
};

/**
 * Swagger UI's page with the header of the pages, our start section and styles instead of inline styles, which the policy forbids, and
 * with the hashes of its files in their names.
 */
export function docsPage(
  html: string,
  start: StartProps,
  hashes: Readonly<Record<string, string>>,
  renderer: PageRenderer,
): string {
  const { config } = start;
  const base = /href="([^"]*)swagger-ui\.css"/.exec(html)?.[1] ?? './';
  const scripts = config.pagesEnabled ? renderer.renderPart(<HeaderScripts />) : '';
  let page = html
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<svg[\s\S]*?<\/svg>/, () => renderer.renderPart(<Header section="API" />))
    .replace(/<title>.*<\/title>/, () => renderToString(<title>{`API · ${config.siteName}`}</title>))
    .replace('<meta charset="UTF-8">', `$&\n  <meta name="viewport" content="width=device-width, initial-scale=1">`)
    .replace('</head>', (end) => `  <link rel="stylesheet" href="${base}docs.css">\n  <script src="${base}docs.js"></script>\n${scripts}${end}`)
    .replace('<div id="swagger-ui"></div>', () => renderToString(<DocsStart {...start} />));
  for (const [name, hash] of Object.entries(hashes)) page = page.replaceAll(`/${name}"`, `/${withHash(name, hash)}"`);
  return page;
}

export function withHash(name: string, hash: string): string {
  return name.replace(/\.\w+$/, `.${hash}$&`);
}

/** Splits the hash of {@link docsPage} from the name of a file. */
export function withoutHash(name: string): { name: string; hash: string | undefined } {
  const hash = /\.([0-9a-f]{16})\.\w+$/.exec(name)?.[1];
  return { name: hash === undefined ? name : name.replace(`.${hash}`, ''), hash };
}
