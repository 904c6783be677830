import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { platforms } from '../../config/platforms.js';
import { TimeRange, writeRange } from '../../figures/time.js';
import { daysIn } from '../../figures/windows.js';
import { GamesService } from '../../games/games.service.js';
import { MetaService } from '../../meta/meta.service.js';
import { readRange } from '../../http/query/range.query.js';
import { TotalsInterval, wholeIntervals } from '../../totals/dto/totals.query.js';
import { maxTotalRows, TotalsService } from '../../totals/totals.service.js';
import type { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';
import { readPageRange, windowOfRange } from '../parts/ranges/page-range.js';
import { TotalsPageQuery } from './totals.query.js';

/** The data of the page of totals. */
export type TotalsView = Awaited<ReturnType<TotalsViewLoader['load']>>;

/** The totals of a game. */
export type GameTotals = Awaited<ReturnType<TotalsViewLoader['loadGame']>>;
/** A panel of the page of totals. */
export type TotalsPanel = PanelDefinition<TotalsView, TotalsViewLoader, TotalsPageQuery>;
export type TotalsChart = ChartDefinition<TotalsView, TotalsViewLoader, TotalsPageQuery>;

/** Loads the data of the page of totals from the services. */
@Injectable()
export class TotalsViewLoader {
  constructor(
    /** For panels and the page. */
    readonly totals: TotalsService,
    readonly meta: MetaService,
    private readonly games: GamesService,
    private readonly clock: Clock,
  ) {}

  async load(asked: TotalsPageQuery) {
    const query = this.createQuery(asked);
    const [rows, languages, games] = await Promise.all([
      this.totals.list(query),
      this.totals.rankFirst('language', query),
      this.totals.rankFirst('game', query),
    ]);
    const known = await this.games.listKnown(games.map(({ name }) => ({ game_name: name })));
    return { asked, query, span: spanOf(query), rows, languages, games, known };
  }

  /** Loads the totals of a game in the last 30 days. */
  async loadGame(game: string) {
    const query = { ...this.createQuery(new TotalsPageQuery()), game };
    return { span: spanOf(query), query, rows: await this.totals.list(query) };
  }

  /** A range has hours if the hours of all of its platforms fit in a response, and days otherwise. */
  readonly createQuery = ({ range, platform }: TotalsPageQuery) => {
    const { from, to } = windowOfRange(readPageRange({ range }), this.clock.now());
    // Both ends can be within an hour.
    const hours = (24 * daysIn({ from, to }) + 1) * (platform === undefined ? platforms.length : 1);
    const interval: TotalsInterval = hours > maxTotalRows ? 'day' : 'hour';
    return { interval, ...writeRange({ from, to }), platform };
  };
}

/** Returns the range of the graphs. */
function spanOf({ interval, ...query }: ReturnType<TotalsViewLoader['createQuery']>): TimeRange {
  return wholeIntervals(readRange(query), interval);
}

/** Returns the ends of a window for an API call. A range that ends now has no end. */
export function limitsIn({ range }: TotalsPageQuery, { from, to }: Partial<Record<'from' | 'to', string | undefined>>) {
  return readPageRange({ range }).call ? { from, to } : { from };
}
