import { Markdown } from '../../pages/about/markdown.js';
import { Layout } from '../../pages/layout/layout.js';
import { useSite } from '../../pages/layout/site.js';
import { Choice } from '../../pages/parts/panels/choice.js';
import { Topic, withLinksToTopics } from './docs-topics.js';

/** A topic of the documentation, with links to all topics. */
export function TopicPage({ topic, topics }: { topic: Topic; topics: readonly Topic[] }) {
  const { hrefOf } = useSite();
  const options = [{ path: '/docs', title: 'Operations' }, ...topics].map(({ path, title }) => ({ name: title, to: path }));
  return (
    <Layout title={`${topic.title} · API`} description={`Documentation of the API: ${topic.title}`} section="API">
      <div class="page-head">
        <div>
          <h1>{topic.title}</h1>
        </div>
        <Choice label="Documentation" options={options} chosen={topic.title} />
      </div>
      <section class="panel prose wide">
        <Markdown text={withLinksToTopics(topic, topics, hrefOf)} />
      </section>
    </Layout>
  );
}
