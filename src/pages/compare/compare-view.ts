import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { ListedStreamer, SimilarStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { findLastCount, knownSince, StreamerViewLoader } from '../streamer/streamer-view.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { withoutPrefix } from '../../config/platforms.js';
import { nameOnPlatform } from '../parts/platforms.js';
import { plainText } from '../../streams/shown-text.js';
import { orNull } from '../parts/nullable.js';
import { PageRange, windowOfRange } from '../parts/ranges/page-range.js';
import { isGainComparable } from '../parts/window-figures.js';
import { CompareQuery, maxCompared, pickScales, readComparedRange } from './compare.query.js';
import { ComparedStreamer, ifPartly } from './compared.js';
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
export type CompareView = Awaited<ReturnType<CompareViewLoader['loadCharts']>>;

/** A panel of a comparison. */
export type ComparePanel = PanelDefinition<CompareView, CompareViewLoader, CompareQuery>;
export type CompareChart = ChartDefinition<CompareView, CompareViewLoader, CompareQuery>;

/** Loads the data of a comparison from the services. */
@Injectable()
export class CompareViewLoader {
  constructor(
    /** Public, because panels load data from it. */
    readonly streamer: StreamerService,
    private readonly streamers: StreamersService,
    private readonly views: StreamerViewLoader,
    private readonly clock: Clock,
  ) {}

  /** `tooMany` are the names beyond the maximum number. */
  async loadCharts(query: CompareQuery, maxStreams?: number) {
    const { streamers: texts } = query;
    const range = readComparedRange(query);
    const window = windowOfRange(range, this.clock.now());
    const found = await Promise.all(texts.slice(0, maxLookedUp).map((text) => this.findNamed(text)));
    const known = found.filter((one): one is ListedStreamer => 'id' in one);
    const streamers = [...new Map(known.map((streamer) => [streamer.id, streamer])).values()];
    const chosen = streamers.slice(0, maxCompared).map((one) => {
      const name = plainText(one.display_name, withoutPrefix(one.name));
      return { ...one, display_name: nameOnPlatform(name, one) };
    });
    const compared = await Promise.all(chosen.map((streamer) => this.loadOne(streamer, range, maxStreams)));
    const unknown = found.filter((one): one is UnknownName => 'text' in one);
    const tooMany = streamers.slice(maxCompared).map(({ display_name, name }) => plainText(display_name, name));
    const options = { range, ...pickScales(query) };
    return {
      sent: query,
      options,
      window,
      span: window,
      zone: range.zone,
      compared,
      unknown,
      tooMany: [...tooMany, ...texts.slice(maxLookedUp)],
    };
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

  private async loadOne(found: ListedStreamer, range: PageRange, maxStreams?: number): Promise<ComparedStreamer> {
    const shown = await this.views.loadWindow(found.id, range, graphPoints, maxStreams);
    const { window, ends, gainPoints } = shown;
    const since = knownSince(shown.first, window.to, shown.outlines);
    return {
      ...{ ...shown, streamer: found, lastCount: findLastCount(shown, found), knownSince: since },
      isCounted: isGainComparable(gainPoints, window),
      partlySince: {
        streams: ifPartly(new Date(since).toISOString(), window),
        counts: ifPartly(ends[0]?.created_at ?? new Date(window.to).toISOString(), window),
      },
    };
  }
}
