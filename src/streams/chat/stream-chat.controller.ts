import { Controller, Get, Param } from '@nestjs/common';
import { CachedApi } from '../../http/request/limited-api.decorator.js';
import { Operation } from '../../http/request/operation.decorator.js';
import { chatUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { StreamParams } from '../detail/stream.params.js';
import { unknownStreamMessage } from '../detail/unknown-stream.js';
import { ChatInterval } from './chat-interval.response.js';
import { StreamChatService } from './stream-chat.service.js';

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class StreamChatController {
  constructor(
    private readonly chat: StreamChatService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('chat')
  @Operation({
    summary: 'Get the chat over time',
    description:
      'Returns the chat of a stream in intervals of five minutes, which begin at the start of the stream, oldest first. An interval in which no collector read the chat is left out. The list is empty for a stream whose chat was not collected, and ends after ten days.',
    ok: [ChatInterval],
    okDescription: 'Intervals, oldest first.',
    failure: 'Failed to fetch chat',
    units: chatUnits,
    notFound: unknownStreamMessage,
  })
  listChat(@Param() { id }: StreamParams): Promise<LoadedResponse<ChatInterval[]>> {
    return this.cache.getOrLoad(['chat', id], () => this.chat.list(id));
  }
}
