import { Param } from '@nestjs/common';
import { chatUnits } from '../../rate-limit/request-units.js';
import { Read, ReadController } from '../../response-cache/read.decorator.js';
import { StreamParams } from '../detail/stream.params.js';
import { ChatInterval } from './chat-interval.response.js';
import { StreamChatService } from './stream-chat.service.js';

@ReadController('v1/streams/:id', 'Streams')
export class StreamChatController {
  constructor(private readonly chat: StreamChatService) {}

  @Read('chat', {
    summary: 'Get the chat over time',
    description:
      'Returns the chat of a stream in intervals of five minutes, which begin at the start of the stream, oldest first. An interval in which no collector read the chat is left out. The list is empty for a stream whose chat was not collected, and ends after ten days.',
    ok: [ChatInterval],
    okDescription: 'Intervals, oldest first.',
    failure: 'Failed to fetch chat',
    units: chatUnits,
  })
  listChat(@Param() { id }: StreamParams): Promise<ChatInterval[]> {
    return this.chat.list(id);
  }
}
