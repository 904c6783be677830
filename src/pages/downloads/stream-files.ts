import { Injectable } from '@nestjs/common';
import { MessageStats } from '../../streams/detail/message-stats.response.js';
import { StreamChange } from '../../streams/detail/stream-change.response.js';
import { ViewerPointRow } from '../../streams/viewers/viewer-point.response.js';
import { ColabSessionsService } from '../../streams/colabs/colab-sessions.service.js';
import { StreamViewersService } from '../../streams/viewers/stream-viewers.service.js';
import { StreamsService } from '../../streams/detail/streams.service.js';
import { colabColumns, streamColumns } from './file-columns.js';
import { FileColumn, Tables, fileTime, rowsTable } from './file-table.js';

const viewerColumns: readonly FileColumn<ViewerPointRow>[] = [
  ['Time (UTC)', ({ created_at }) => fileTime(created_at)],
  ['Viewers', ({ viewers }) => viewers],
];

const changeColumns: readonly FileColumn<StreamChange>[] = [
  ['From (UTC)', ({ created_at }) => fileTime(created_at)],
  ['Title', ({ title }) => title],
  ['Game', ({ game_name }) => game_name],
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
    changes: (id) => rowsTable(changeColumns, async () => (await this.streams.findDetail(id)).changes),
    chat: (id) => rowsTable(chatColumns, async () => [await this.streams.findMessageStats(id)]),
    about: (id) => rowsTable(streamColumns, async () => [await this.streams.findStream(id)]),
    collaborations: (id) => rowsTable(colabColumns, () => this.colabs.listOfStream(id)),
  };

  constructor(
    private readonly streams: StreamsService,
    private readonly viewers: StreamViewersService,
    private readonly colabs: ColabSessionsService,
  ) {}
}
