import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { EventsService } from '../../../events/events.service.js';
import { GamesService } from '../../../games/games.service.js';
import { LeaderboardService } from '../../../leaderboard/leaderboard.service.js';
import { CollectorStatus } from '../../../lifecycle/collector-status.js';
import { MetaService } from '../../../meta/meta.service.js';
import { StreamersService } from '../../../streamer/streamers.service.js';
import { LiveStreamsService } from '../../../streams/live/live-streams.service.js';

/** The services from which the pages with a list load. */
@Injectable()
export class ListSources {
  constructor(
    readonly leaderboard: LeaderboardService,
    readonly streams: LiveStreamsService,
    readonly streamers: StreamersService,
    readonly events: EventsService,
    readonly games: GamesService,
    readonly meta: MetaService,
    readonly config: Config,
    readonly collector: CollectorStatus,
  ) {}
}
