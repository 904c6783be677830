import { Injectable } from '@nestjs/common';
import { TimeRange } from '../../charts/axes.js';
import { Clock } from '../../clock/clock.js';
import { windowEndingAt } from '../../figures/windows.js';
import { GamesService } from '../../games/games.service.js';
import { MetaService } from '../../meta/meta.service.js';
import { intervalMs, TotalsInterval } from '../../totals/dto/totals.query.js';
import { TotalsService } from '../../totals/totals.service.js';
import type { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';
import { TotalsPageQuery } from './totals.query.js';

/** The longest range whose graphs have a point for each hour. */
const maxHourlyDays = 90;

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
      this.totals.rank('language', query),
      this.totals.rank('game', query),
    ]);
    const known = await this.games.listKnown(games.map(({ name }) => ({ game_name: name })));
    return { asked, query, span: spanOf(query), rows, languages, games, known };
  }

  /** Loads the totals of a game in the last 30 days. */
  async loadGame(game: string) {
    const query = { ...this.createQuery(new TotalsPageQuery()), game };
    return { span: spanOf(query), query, rows: await this.totals.list(query) };
  }

  readonly createQuery = ({ range, platform }: TotalsPageQuery) => {
    const { from, to } = windowEndingAt(this.clock.now(), Number(range));
    const interval: TotalsInterval = Number(range) > maxHourlyDays ? 'day' : 'hour';
    return { interval, from: from.toISOString(), to: to.toISOString(), platform };
  };
}

/** Returns the whole intervals of a range. */
function spanOf({ interval, from, to }: ReturnType<TotalsViewLoader['createQuery']>): TimeRange {
  const ms = intervalMs[interval];
  return [Math.floor(Date.parse(from) / ms) * ms, Math.ceil(Date.parse(to) / ms) * ms];
}
