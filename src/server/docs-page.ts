import { SwaggerCustomOptions } from '@nestjs/swagger';

/** The files of Swagger UI's page. Their folder contains other files too, such as one with the version. */
export const docsPageFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
};

/** Stacks table cells on phones. In a row the cells would be wider than the screen. */
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
    // Shows the valid values of a parameter.
    showCommonExtensions: true,
    // By default Swagger UI sends the document to a validator of its makers.
    validatorUrl: null,
    // Runs in the browser, which receives the source of the function. Lists Meta last.
    tagsSorter: (a: string, b: string) => Number(a === 'Meta') - Number(b === 'Meta'),
  },
};

const charset = '<meta charset="UTF-8">';

/** Swagger UI's page, adapted to the width of phones, with the hashes of its files in their names. */
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

/** Splits the hash of {@link docsPage} from the name of a file. */
export function withoutHash(name: string): { name: string; hash: string | undefined } {
  const hash = /\.([0-9a-f]{16})\.\w+$/.exec(name)?.[1];
  return { name: hash === undefined ? name : name.replace(`.${hash}`, ''), hash };
}
