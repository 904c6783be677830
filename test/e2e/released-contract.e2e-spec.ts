import { readFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { loadConfig } from '../../src/config/environment.js';
import { createOpenApiDocument } from '../../src/server/openapi.js';
import { changesBetween } from '../support/contract-changes.js';
import type { Change } from '../support/schema-changes.js';

/** Changes since the last release that look as if they broke clients, and do not. A release empties the list. */
const harmless: Record<string, RegExp> = {
  'The last release refused these names and ids too. Its document did not say so.':
    /path (name: (minLength|maxLength)|id: pattern) was not given and is /,
  'All integers that the last release took have this format.':
    /query (limit|cursor): format was not given and is "int(32|64)"$/,
};

describe('the OpenAPI document, beside that of the last release', () => {
  const released = JSON.parse(readFileSync('test/fixtures/last-release/openapi.json', 'utf8')) as object;
  const written = ({ place, what }: Change) => `${place}: ${what}`;
  let changes: Change[];

  beforeAll(async () => {
    const app = await NestFactory.create(AppModule, { preview: true, logger: false, abortOnError: false });
    changes = changesBetween(released, createOpenApiDocument(app, loadConfig({})));
  });

  const breaking = () => changes.filter(({ breaks }) => breaks).map(written);

  it('breaks no client', () => {
    const patterns = Object.values(harmless);
    expect(breaking().filter((change) => !patterns.some((pattern) => pattern.test(change)))).toEqual([]);
  });

  it('excuses only changes that there are', () => {
    for (const pattern of Object.values(harmless)) expect(breaking()).toContainEqual(expect.stringMatching(pattern));
  });
});
