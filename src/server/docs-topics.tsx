import { readFileSync } from 'node:fs';
import { OpenAPIObject } from '@nestjs/swagger';
import { renderToString } from 'preact-render-to-string';
import { Config } from '../config/config.js';
import { publicPath } from '../http/public-path.js';
import { headingId, Markdown } from '../pages/about/markdown.js';
import { Sample, samplesExtension } from './openapi-samples.js';

/** A page of the documentation. */
interface Topic {
  path: string;
  title: string;
  text: string;
}

/** Reads a file of docs/. */
export function docsFile(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
}

/** The introduction of docs/api.md, and a page for each of its sections and for docs/metrics.md. */
export function docsTopics(): { introduction: string; topics: Topic[] } {
  const [introduction = '', ...sections] = docsFile('api.md').split(/^## /m);
  const metrics = { ...topicOf(docsFile('metrics.md').slice(2)), path: '/docs/metrics' };
  const topics = [...sections.map(topicOf), metrics];
  return { introduction: introduction.replace(/^# .*\n+/, '').trim(), topics };
}

/** `text` starts with its heading. */
function topicOf(text: string): Topic {
  const [title = ''] = text.split('\n', 1);
  return { path: `/docs/${headingId(title)}`, title, text: text.slice(title.length).replaceAll('\n### ', '\n## ') };
}

export const samplesPage = { path: '/docs/samples', title: 'Samples' };

/** The code samples of all operations. */
export function samplesTopic({ paths }: OpenAPIObject): Topic {
  const sections = Object.values(paths).map(({ get }) => {
    const samples = (get as { [samplesExtension]?: Sample[] } | undefined)?.[samplesExtension] ?? [];
    return `## ${get?.summary}\n\n${samples.map(({ source }) => `\`\`\`\n${source}\n\`\`\``).join('\n\n')}`;
  });
  return { ...samplesPage, text: sections.join('\n\n') };
}

const styles = `
:root { color-scheme: light dark }
body { max-width: 60rem; margin: auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif }
nav { display: flex; flex-wrap: wrap; gap: 0 1rem }
pre { white-space: pre-wrap }
section { overflow: auto }
table { border-collapse: collapse }
th, td { border: 1px solid; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top }`;

/** The HTML of a topic, with links to all topics. */
export function topicPage({ title, text }: Topic, topics: Topic[], config: Pick<Config, 'publicUrl'>): string {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} - Streaming analytics API`}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <nav>
          {[{ path: '/docs', title: 'Operations' }, ...topics].map((topic) => (
            <a key={topic.path} href={publicPath(config, topic.path)}>
              {topic.title}
            </a>
          ))}
        </nav>
        <main>
          <h1>{title}</h1>
          <Markdown text={text} />
        </main>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${html}`;
}
