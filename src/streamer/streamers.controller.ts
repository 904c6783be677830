import { Query } from '@nestjs/common';
import { searchedListUnits } from '../rate-limit/request-units.js';
import { Page } from '../http/lists/page.js';
import { boardGroup } from '../leaderboard/boards.js';
import { Read, ReadController } from '../response-cache/read.decorator.js';
import { ListedStreamer } from './dto/listed-streamer.response.js';
import { StreamersQuery } from './dto/streamers.query.js';
import { StreamersService } from './streamers.service.js';

@ReadController('v1/streamers', 'Streamer')
export class StreamersController {
  constructor(private readonly streamers: StreamersService) {}

  @Read('', {
    summary: 'Find and list streamers',
    description:
      'With `query`, returns at most 1,000 streamers whose login or display name contains the text: whole names and channel IDs first, then starts of names, starts of words, and other parts of names. Each group is sorted by followers, then by login. Without `query`, lists the streamers on the leaderboard, sorted by a figure, or with `sort=name` all streamers, sorted by login. Each item contains thirty-day stats.',
    ok: [ListedStreamer],
    okDescription: 'A page of streamers. Empty past the end.',
    failure: 'Failed to fetch streamers',
    units: searchedListUnits,
    badRequest: 'live must be true or false',
    group: ({ query, sort }: StreamersQuery) => (query === undefined && sort !== 'name' ? boardGroup : undefined),
  })
  listStreamers(@Query() query: StreamersQuery): Promise<Page<ListedStreamer>> {
    return this.streamers.list(query);
  }
}
