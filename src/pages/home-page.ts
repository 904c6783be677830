import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { ConfigError } from '../config/environment.js';
import { Page } from '../http/lists/page.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { StreamersService } from '../streamer/streamers.service.js';
import { pageKinds } from './kinds/page-kinds.js';
import { Addressed, boardPath, streamerPath } from './parts/names/link.js';

/** Selects the page at `/`: the one of HOME_PAGE, of the only streamer, or the leaderboard. */
@Injectable()
export class HomePage {
  constructor(
    private readonly cache: ResponseCache,
    private readonly streamers: StreamersService,
    private readonly config: Config,
  ) {}

  /** Throws a ConfigError if HOME_PAGE is not the path of a page. */
  check(): void {
    const { homePage } = this.config;
    if (homePage === undefined || pageKinds.some(({ path }) => leadsTo(path, homePage))) return;
    throw new ConfigError(
      `HOME_PAGE is ${JSON.stringify(homePage)}, but must be the path of a page, such as ${boardPath}, /live or /streamers/name.`,
    );
  }

  /** Responds to a second streamer after at most the time for which the cache keeps a response. */
  async findPath(): Promise<string> {
    if (this.config.homePage !== undefined) return this.config.homePage;
    try {
      const two = { sort: 'name', limit: 2, cursor: 0 } as const;
      const { stored } = await this.cache.getOrLoad(['home'], () => this.streamers.list(two));
      const { items } = JSON.parse(stored.identity.body.toString()) as Page<Addressed>;
      const [first, second] = items;
      return first && !second ? streamerPath(first) : boardPath;
    } catch {
      // The leaderboard reports the failure, or is in the cache.
      return boardPath;
    }
  }
}

/** Whether an address, which may have parameters, leads to the page of a path in Express syntax. */
function leadsTo(path: string, address: string): boolean {
  return new RegExp(`^/${path.replace(/:\w+/g, '[\\w.~%:-]+')}(\\?[\\w.~%:=&,/-]+)?$`).test(address);
}
