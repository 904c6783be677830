import { readFileSync } from 'node:fs';
import { OpenAPIObject } from '@nestjs/swagger';
import { headingId } from '../../pages/about/markdown.js';
import openApiHeaders from '../openapi/openapi-headers.json' with { type: 'json' };
import { samplesOf } from '../openapi/openapi-samples.js';

/** A page of the documentation. */
export interface Topic {
  path: string;
  title: string;
  text: string;
  /** The file of docs/ with the text. */
  file?: string;
}

/** Reads a file of docs/, or one relative to it. */
export function docsFile(name: string): string {
  return readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
}

/** The introduction of docs/api.md, and a page for each of its sections and for docs/webhooks.md and docs/metrics.md. */
export function docsTopics(): { introduction: string; topics: Topic[] } {
  const [introduction = '', ...sections] = docsFile('api.md').split(/^## /m);
  const fileTopic = (file: string) => topicOf(docsFile(file).slice(2), file);
  const metrics = { ...fileTopic('metrics.md'), path: '/docs/metrics' };
  const topics = [...sections.map((text) => topicOf(text, 'api.md')), fileTopic('webhooks.md'), metrics];
  return { introduction: introduction.replace(/^# .*\n+/, '').trim(), topics };
}

/** `text` starts with its heading. */
function topicOf(text: string, file: string): Topic {
  const [title = ''] = text.split('\n', 1);
  const path = `/docs/${headingId(title)}`;
  return { path, title, file, text: text.slice(title.length).replaceAll('\n### ', '\n## ') };
}

export const headersPage = { path: '/docs/headers', title: 'Response headers' };

/** The response headers that several operations have. */
export function headersTopic(): Topic {
  const rows = Object.entries(openApiHeaders).map(
    ([name, { description, example }]) => `| \`${name}\` | ${description} | \`${example}\` |`,
  );
  return { ...headersPage, text: ['| header | meaning | example |', '|---|---|---|', ...rows].join('\n') };
}

export const changelogPage = { path: '/docs/changelog', title: 'Changelog', file: 'CHANGELOG.md' };

export function changelogTopic(): Topic {
  return { ...changelogPage, text: docsFile('../CHANGELOG.md').replace(/^# .*\n/, '') };
}

export const samplesPage = { path: '/docs/samples', title: 'Samples' };

/** The code samples of all operations. */
export function samplesTopic({ paths }: OpenAPIObject): Topic {
  const sections = Object.values(paths).flatMap(({ get }) => [
    `## ${get?.summary}`,
    ...samplesOf(get).map(({ source }) => `\`\`\`\n${source}\n\`\`\``),
  ]);
  return { ...samplesPage, text: sections.join('\n\n') };
}

/** Returns the text of a topic with links to pages in place of links to files of docs/ and their sections. */
export function withLinksToTopics(topic: Topic, topics: readonly Topic[], to: (page: string) => string): string {
  return topic.text.replace(
    /\]\((?:[\w./]*?(\w+\.md))?(?:#([\w-]+))?\)/g,
    (link, file = topic.file, id?: string) => {
      const pages = topics.filter((other) => other.file === file);
      const page = pages.length > 1 ? '/docs' : pages[0]?.path;
      const address = id === undefined ? page : pages.map((other) => findSection(other, id)).find(Boolean);
      return address === undefined ? link : `](${to(address)})`;
    },
  );
}

function findSection({ path, title, text }: Topic, id: string): string | undefined {
  if (id === headingId(title)) return path;
  return Array.from(text.matchAll(/^##+ (.*)$/gm), ([, words = '']) => headingId(words)).includes(id)
    ? `${path}#${id}`
    : undefined;
}
