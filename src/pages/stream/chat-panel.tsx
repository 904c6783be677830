import { quotientInTenths } from '../../charts/labels/number-labels.js';
import { Facts } from '../parts/facts.js';
import { Count, Quotient, Unknown } from '../parts/numbers.js';
import { Panel } from '../parts/panels/panel.js';
import { StreamView } from './stream-view.js';

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
