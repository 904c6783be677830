import { Query } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { samplesPageUnits, RequestUnits } from '../../http/request-units.js';
import { Found } from '../../response-cache/response-cache.js';
import { WindowDays } from '../../streamer/dto/window-stats.query.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { StreamsService } from '../../streams/streams.service.js';
import { windowEndingAt } from '../../figures/windows.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { orNull } from '../parts/nullable.js';
import { ComparePage } from './compare.page.js';
import { CompareQuery } from './compare.query.js';

const graphPoints = 100;

@PageController('compare')
export class ComparePageController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly streamer: StreamerService,
    private readonly streamers: StreamersService,
    private readonly streams: StreamsService,
    private readonly clock: Clock,
  ) {}

  @ShowPage('', 'Failed to compare')
  @RequestUnits(samplesPageUnits)
  compare(@Query() { streamers, days }: CompareQuery): Promise<Found> {
    return this.pages.answer(['compare', days, ...streamers], async () => {
      const window = windowEndingAt(this.clock.now(), Number(days));
      const found = await Promise.all(streamers.map((name) => orNull(this.load(name, Number(days) as WindowDays))));
      const known = found.filter((one) => one !== null);
      const unknown = streamers.filter((_, i) => found[i] === null);
      return <ComparePage asked={streamers} days={days} window={window} compared={known} unknown={unknown} />;
    });
  }

  private async load(name: string, days: WindowDays) {
    const window = windowEndingAt(this.clock.now(), days);
    const [streamer, figures, followers, outlines] = await Promise.all([
      this.streamers.findStreamer(name),
      this.streamer.findStats(name, days),
      this.streamer.listFollowerGraph(name, { from: window.from.toISOString(), points: graphPoints }),
      this.streams.listOutlines(name, window),
    ]);
    return { streamer, figures, followers, outlines };
  }
}
