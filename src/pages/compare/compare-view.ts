import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { ListedStreamer, SimilarStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { StreamsService } from '../../streams/detail/streams.service.js';
import { defaultDays } from '../../figures/windows.js';
import { asOf, isHalfKnown, knownSince, startsIn, toRange } from '../streamer/streamer-view.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { nameOnPlatform, withoutPrefix } from '../parts/platforms.js';
import { plainText } from '../parts/names/texts.js';
import { orNull } from '../parts/nullable.js';
import { PageRange, windowOfRange } from '../parts/ranges/page-range.js';
import { coverHalf } from '../parts/window-figures.js';
import { CompareQuery, maxCompared, readComparedRange } from './compare.query.js';
import { Compared, ifPartly } from './compared.js';
import { isSameName, loginIn } from './typed-name.js';
import type { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';

const graphPoints = 100;
/** One more than is compared, because one may be unknown. */
export const maxLookedUp = maxCompared + 1;

/** A text that is the name of no streamer, with streamers whose names are similar. */
export interface UnknownName {
  text: string;
  similar: readonly SimilarStreamer[];
}

/** The data of a comparison. */
export type CompareView = Awaited<ReturnType<CompareViewLoader['load']>>;

/** A panel of a comparison. */
export type ComparePanel = PanelDefinition<CompareView, CompareViewLoader, CompareQuery>;
export type CompareChart = ChartDefinition<CompareView, CompareViewLoader, CompareQuery>;

/** Loads the data of a comparison from the services. */
@Injectable()
export class CompareViewLoader {
  constructor(
    /** For panels. */
    readonly streamer: StreamerService,
    private readonly streamers: StreamersService,
    private readonly streams: StreamsService,
    private readonly clock: Clock,
  ) {}

  /** `tooMany` are the names beyond the maximum number. */
  async load(query: CompareQuery, maxStreams?: number) {
    const { streamers: texts, viewers, followers } = query;
    const range = readComparedRange(query);
    const window = windowOfRange(range, this.clock.now());
    const found = await Promise.all(texts.slice(0, maxLookedUp).map((text) => this.findNamed(text)));
    const known = found.filter((one): one is ListedStreamer => 'id' in one);
    const streamers = [...new Map(known.map((streamer) => [streamer.id, streamer])).values()];
    const chosen = streamers.slice(0, maxCompared).map((one) => {
      const name = plainText(one.display_name) || withoutPrefix(one.name);
      return { ...one, display_name: nameOnPlatform(name, one) };
    });
    const compared = await Promise.all(chosen.map((streamer) => this.loadOne(streamer, range, maxStreams)));
    const unknown = found.filter((one): one is UnknownName => 'text' in one);
    const tooMany = streamers.slice(maxCompared).map(({ display_name, name }) => plainText(display_name) || name);
    const options = { range, viewers, followers };
    return { options, window, compared, unknown, tooMany: [...tooMany, ...texts.slice(maxLookedUp)] };
  }

  /** Finds a streamer by login, channel ID, address of the channel, or display name. */
  private async findNamed(text: string): Promise<ListedStreamer | UnknownName> {
    const login = loginIn(text);
    const exact = login === null ? null : await orNull(this.streamers.findStreamer(login));
    if (exact) return exact;
    const { items } = await this.streamers.list({ query: login ?? text, limit: similarShown, cursor: 0 });
    const same = items.find((one) => isSameName(one.display_name, text) || isSameName(one.name, text));
    if (same) return same;
    return { text, similar: items.length > 0 ? items : await this.streamers.listSimilar(text, similarShown) };
  }

  private async loadOne(streamer: ListedStreamer, range: PageRange, maxStreams?: number): Promise<Compared> {
    const { id } = streamer;
    const { before, ...window } = windowOfRange(range, this.clock.now());
    const { from, to } = toRange(window);
    const [figures, followers, gainPoints, [firstCount], outlines, first] = await Promise.all([
      this.streamer.findStats(id, range.chosen ?? defaultDays),
      this.streamer.listFollowerGraph(id, { points: graphPoints, ...startsIn(range, window) }),
      this.streamer.listGainPoints(id, { from, to }),
      this.streamer.listGainPoints(id),
      this.streams.listOutlines(id, window, maxStreams),
      this.streams.findFirstStart(id),
    ]);
    const since = knownSince(figures.coverage, first, window.to, outlines);
    const known = new Date(since).toISOString();
    const isKnownBefore = before !== undefined && isHalfKnown(before, since);
    const isCounted = coverHalf(gainPoints, window);
    const partlySince = {
      streams: ifPartly(known, window),
      followers: ifPartly(firstCount?.created_at ?? to, window),
    };
    const times = await this.streams.listTimes(id, window, outlines);
    const counts = { streamer: asOf(range, streamer, gainPoints), followers, gainPoints, isCounted };
    return { ...counts, figures, outlines, times, knownSince: since, partlySince, isKnownBefore };
  }
}
