import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { PictureQuery } from '../streams/dto/picture.query.js';
import { drawBadge } from './draw-badge.js';
import { drawFollowerGraph } from './draw-follower-graph.js';
import { BadgeQuery } from './dto/badge.query.js';
import { StreamerService } from './streamer.service.js';

/** Pictures of a streamer's figures, as SVG. Each method throws a NotFoundException for an unknown streamer. */
@Injectable()
export class StreamerPicturesService {
  constructor(
    private readonly streamer: StreamerService,
    private readonly clock: Clock,
  ) {}

  /** In as many points as the picture is wide: more would not be seen. */
  async drawFollowerGraph(name: string, query: PictureQuery): Promise<string> {
    const { from, to, width: points } = query;
    const profile = await this.streamer.findProfile(name);
    return drawFollowerGraph(profile, await this.streamer.listFollowerGraph(name, { from, to, points }), query);
  }

  async drawBadge(name: string, query: BadgeQuery): Promise<string> {
    const profile = await this.streamer.findProfile(name);
    const isOfWindow = query.metric !== 'followers' && query.metric !== 'live';
    const stats = isOfWindow ? await this.streamer.findThirtyDayStats(name) : undefined;
    return drawBadge({ ...profile, ...stats }, query, this.clock.now());
  }
}
