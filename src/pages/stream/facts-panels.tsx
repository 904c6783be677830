import { measuredShare } from '../events/event-graph.js';
import { coverageFacts, Facts } from '../parts/facts.js';
import { Moment } from '../parts/moments.js';
import { Count, Quotient, Unknown } from '../parts/numbers.js';
import { Panel } from '../parts/panels/panel.js';
import { StreamView } from './stream-view.js';
import { quotientInTenths } from '../../charts/labels/number-labels.js';

/** How completely the viewers of the stream were measured. */
export function QualityPanel({ view }: { view: StreamView }) {
  const { id, coverage, updated_at, avg_viewers } = view.stream;
  const known = measuredShare([view.measured]);
  return (
    <Panel
      id="quality"
      title="Data quality"
      files={{ of: `streams/${id}/quality` }}
      data={`/v1/streams/${id}`}
      empty={
        coverage.sample_count === 0 &&
        (avg_viewers === null ? 'Nobody counted viewers.' : 'Not measured here: the figures come from the source.')
      }
    >
      <Facts
        facts={[
          ['Known', known === null ? <Unknown /> : `${known} of the stream`],
          ...coverageFacts(coverage),
          ['Figures updated', <Moment at={updated_at} />],
        ]}
      />
    </Panel>
  );
}

/** The chat statistics. If all counts are zero, nothing is known about the chat. */
export function ChatPanel({ view: { stream, chat, minutes } }: { view: StreamView }) {
  const { total_messages: messages, unique_chatters: chatters, deleted_messages: deleted } = chat;
  const share = messages > 0 ? ` (${quotientInTenths(100 * deleted, messages)}%)` : '';
  return (
    <Panel
      id="chat"
      title="Chat"
      files={{ of: `streams/${stream.id}/chat` }}
      data={`/v1/streams/${stream.id}/message-stats`}
      empty={messages === 0 && chatters === 0 && 'No chat data.'}
    >
      <Facts
        facts={[
          ['Messages', <Count value={messages} />],
          ['Messages a minute', minutes > 0 ? <Quotient dividend={messages} divisor={minutes} /> : <Unknown />],
          ['Chatters', <Count value={chatters} />],
          [
            'Deleted',
            <>
              <Count value={deleted} />
              {share}
            </>,
          ],
          ...(chat.shared_messages === null
            ? []
            : [['From shared chats', <Count value={chat.shared_messages} />] as const]),
        ]}
      />
    </Panel>
  );
}
