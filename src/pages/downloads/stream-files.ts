import { Injectable } from '@nestjs/common';
import { MessageStats } from '../../streams/detail/message-stats.response.js';
import { StreamDetail } from '../../streams/detail/stream-detail.response.js';
import { ViewerPointRow } from '../../streams/viewers/viewer-point.response.js';
import { ColabSessionsService } from '../../streams/colabs/colab-sessions.service.js';
import { StreamViewersService } from '../../streams/viewers/stream-viewers.service.js';
import { StreamsService } from '../../streams/detail/streams.service.js';
import { minutesBetween } from '../parts/moments.js';
import { measuredShare } from '../events/event-graph.js';
import { Part, partsOf } from '../stream/changes-panel.js';
import { StreamViewLoader } from '../stream/stream-view.js';
import { colabColumns, coverageColumns, figure, streamColumns } from './file-columns.js';
import { FileColumn, Tables, fileTime, rowsTable } from './file-table.js';

const viewerColumns: readonly FileColumn<ViewerPointRow>[] = [
  ['Time (UTC)', ({ created_at }) => fileTime(created_at)],
  ['Viewers', ({ viewers }) => viewers],
];

const changeColumns: readonly FileColumn<Part>[] = [
  ['From (UTC)', ({ change }) => fileTime(change.created_at)],
  ['Title', ({ change }) => change.title],
  ['Game', ({ change }) => change.game_name],
  ['Length (minutes)', ({ change, to }) => minutesBetween(change.created_at, to)],
  figure('avg_viewers', ({ viewers }) => viewers),
];

const qualityColumns: readonly FileColumn<StreamDetail & { known: string | null }>[] = [
  ['Known', ({ known }) => known],
  ...coverageColumns,
  ['Figures updated (UTC)', ({ updated_at }) => fileTime(updated_at)],
];

const chatColumns: readonly FileColumn<MessageStats>[] = [
  ['Messages', ({ total_messages }) => total_messages],
  ['Chatters', ({ unique_chatters }) => unique_chatters],
  ['Deleted messages', ({ deleted_messages }) => deleted_messages],
  ['Messages from shared chats', ({ shared_messages }) => shared_messages],
];

/** The tables of the panels of a stream page. */
@Injectable()
export class StreamFiles {
  readonly tables: Tables<string> = {
    // The page combines minutes of a long stream.
    viewers: (id) => rowsTable(viewerColumns, () => this.viewers.listMinutes(id)),
    changes: (id) => rowsTable(changeColumns, async () => partsOf(await this.views.load(id))),
    chat: (id) => rowsTable(chatColumns, async () => [await this.streams.findMessageStats(id)]),
    about: (id) => rowsTable(streamColumns, async () => [await this.streams.findStream(id)]),
    quality: (id) =>
      rowsTable(qualityColumns, async () => {
        const { stream, measured } = await this.views.load(id);
        return [{ ...stream, known: measuredShare([measured]) }];
      }),
    collaborations: (id) => rowsTable(colabColumns, () => this.colabs.listOfStream(id)),
  };

  constructor(
    private readonly views: StreamViewLoader,
    private readonly streams: StreamsService,
    private readonly viewers: StreamViewersService,
    private readonly colabs: ColabSessionsService,
  ) {}
}
