import { SwaggerCustomOptions } from '@nestjs/swagger';

/** What Swagger UI's page consists of. The folder that they come from holds more, such as its version. */
export const docsPageFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
};

/** On a phone the cells of tables stand below each other. Side by side they take more than its width. */
const phoneStyles = `@media (max-width: 640px) {
    .swagger-ui .opblock-body :is(table, tbody, tr, td) { display: block; width: auto; min-width: 0; max-width: 100% }
    .swagger-ui .opblock-body :is(thead, .response-col_links) { display: none }
    .swagger-ui .opblock-body td.header-col { padding: 2px 8px 2px 0 }
  }`;

export const docsPageOptions: SwaggerCustomOptions = {
  customSiteTitle: 'Streaming analytics API',
  customCss: phoneStyles,
  swaggerOptions: {
    displayRequestDuration: true,
    tryItOutEnabled: true,
    persistAuthorization: true,
    // Shows what a parameter may be.
    showCommonExtensions: true,
    // Swagger UI would show the document to a service of its makers.
    validatorUrl: null,
    // Runs in the browser, which gets its text. What callers are here for comes first.
    tagsSorter: (a: string, b: string) => Number(a === 'Meta') - Number(b === 'Meta'),
  },
};

const charset = '<meta charset="UTF-8">';

/** Swagger UI's page, as wide as the screen of a phone, and with the hashes of its files in their names. */
export function docsPage(html: string, hashes: Readonly<Record<string, string>>): string {
  let page = html.replace(
    charset,
    `${charset}\n  <meta name="viewport" content="width=device-width, initial-scale=1">`,
  );
  for (const [name, hash] of Object.entries(hashes)) page = page.replaceAll(`/${name}"`, `/${withHash(name, hash)}"`);
  return page;
}

function withHash(name: string, hash: string): string {
  return name.replace(/\.\w+$/, `.${hash}$&`);
}

/** The name of a file without the hash that {@link docsPage} has put into it, and that hash. */
export function withoutHash(name: string): { name: string; hash: string | undefined } {
  const hash = /\.([0-9a-f]{16})\.\w+$/.exec(name)?.[1];
  return { name: hash === undefined ? name : name.replace(`.${hash}`, ''), hash };
}
