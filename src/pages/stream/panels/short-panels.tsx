import { colabColumns } from '../../columns/streams.js';
import { rowsTable } from '../../downloads/file-table.js';
import { Colabs } from '../../parts/lists/colabs.js';
import { quotientInTenths } from '../../../charts/labels/number-labels.js';
import { measuredShare } from '../../events/event-graph.js';
import { coverageFacts } from '../../parts/facts.js';
import { Moment } from '../../parts/moments.js';
import { GameName } from '../../parts/names/game-name.js';
import { externalIdFact } from '../../parts/platforms.js';
import { plainText } from '../../../streams/shown-text.js';
import { UntrustedText } from '../../parts/names/texts.js';
import { Count, Quotient, Unknown } from '../../parts/numbers.js';
import { StreamPanel } from '../stream-view.js';
import { languageName } from '../../parts/lists/selects.js';

export const aboutPanel: StreamPanel = {
  id: 'about',
  title: 'About the stream',
  about: 'views',
  hasData: () => true,
  show: ({ stream, stream: { id, game_name: game, tags, language, live_views, live_views_final } }) => ({
    facts: [
      ['Game', <GameName name={game} empty="None" />],
      [
        'Tags',
        <UntrustedText
          text={tags?.flatMap((tag) => plainText(tag) || []).join(', ') ?? null}
          empty={tags === null ? 'Unknown' : 'None'}
        />,
      ],
      ['Language', language === null ? <Unknown /> : languageName(language)],
      ['Views while live', <Count value={live_views} />],
      ['Total views', <Count value={live_views_final} />],
      ['Stream ID', id],
      ...externalIdFact(stream),
    ],
  }),
};

/** The chat statistics. If all counts are zero, nothing is known about the chat. */
export const chatPanel: StreamPanel = {
  id: 'chat',
  title: 'Chat',
  about: 'chat',
  hasData: ({ chat }) => chat.total_messages > 0 || chat.unique_chatters > 0,
  empty: 'No chat data.',
  show: ({ chat, minutes }) => {
    const { total_messages: messages, unique_chatters: chatters, deleted_messages: deleted } = chat;
    const shared = chat.shared_messages;
    const share = messages > 0 ? ` (${quotientInTenths(100 * deleted, messages)}%)` : '';
    return {
      facts: [
        ['Messages', <Count value={messages} />],
        ['Messages a minute', minutes > 0 ? <Quotient dividend={messages} divisor={minutes} /> : <Unknown />],
        ['Chatters', <Count value={chatters} />],
        ['Deleted', [<Count value={deleted} />, share]],
        ...(shared === null ? [] : [['From shared chats', <Count value={shared} />] as const]),
      ],
    };
  },
};

/** How completely the viewers of the stream were measured. */
export const qualityPanel: StreamPanel = {
  id: 'quality',
  title: 'Data quality',
  about: 'data-quality',
  hasData: ({ stream: { coverage } }) => coverage.sample_count > 0,
  empty: ({ stream: { avg_viewers } }) =>
    avg_viewers === null ? 'Nobody counted viewers.' : 'Not measured here: the figures come from the source.',
  show: ({ stream: { coverage, updated_at }, measured }) => {
    const known = measuredShare([measured]);
    return {
      facts: [
        ['Known', known === null ? <Unknown /> : `${known} of the stream`],
        ...coverageFacts(coverage),
        ['Figures updated', <Moment at={updated_at} />],
      ],
    };
  },
};

/** The sessions of the stream in which streamers broadcast together. */
export const streamColabsPanel: StreamPanel = {
  id: 'collaborations',
  title: 'Collaborations',
  about: 'collaborations',
  hasData: ({ colabs }) => colabs.length > 0,
  show: ({ stream, colabs }) => ({ children: <Colabs colabs={colabs} without={stream.streamer_id} /> }),
  call: ({ stream: { id } }) => `/v1/streams/${id}/colab-sessions`,
  file: ({ colabs }, id) => rowsTable(colabColumns, () => colabs.listOfStream(id)),
};
