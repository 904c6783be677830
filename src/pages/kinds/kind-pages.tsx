import { BadRequestException, Injectable, NotFoundException, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Response } from 'express';
import { Config } from '../../config/config.js';
import { unknownPathMessage } from '../../http/errors/error-reply.js';
import { RequestValidationPipe } from '../../http/query/validation.pipe.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { plainText } from '../../streams/shown-text.js';
import { Downloads, fileNameIn } from '../downloads/downloads.js';
import { EmbedPage } from '../embed/embed.page.js';
import { ChartStyleQuery, FormParams } from '../embed/shared-chart.query.js';
import { OtherMonthsException } from '../errors/other-months.exception.js';
import { UnknownNameException } from '../errors/unknown-name.exception.js';
import { PageRenderer } from '../page-renderer.js';
import { PageResponses } from '../page-responses.js';
import { ListSources } from '../parts/lists/list-sources.js';
import { CanvasContext } from '../parts/panels/canvas.js';
import { panelTitle, ShownPanel } from '../parts/panels/shown-panel.js';
import { keysOfQuery } from '../parts/ranges/page-range.js';
import { PictureResponses } from '../picture-responses.js';
import { drawCard } from '../previews/card.js';
import { siteCard } from '../previews/cards.js';
import { drawableName } from '../previews/drawable-text.js';
import { PageKind, SharedChart, WriteName } from './page-kind.js';

/** Pixels of a PNG per pixel of its size, so that it is sharp on most screens. */
const density = 2;

/** What an address names, before it is checked. */
export interface PageAddress {
  params: { name?: string; id?: string; graph?: string };
  query: object;
}

const validation = new RequestValidationPipe();

/** Throws a BadRequestException for invalid values. */
function read<Value extends object>(metatype: Type<Value> | undefined, values: object): Promise<Value> {
  return validation.transform(metatype ? values : {}, { type: 'query', metatype }) as Promise<Value>;
}

/** Shows the pages of each kind, and what readers can take from them. */
@Injectable()
export class KindPages {
  constructor(
    private readonly modules: ModuleRef,
    private readonly pages: PageResponses,
    private readonly pictures: PictureResponses,
    private readonly downloads: Downloads,
    private readonly renderer: PageRenderer,
    private readonly config: Config,
  ) {}

  /**
   * The page of an unknown name is an {@link UnknownNameException} if the kind lists similar names. A range that a page with
   * months does not have is an {@link OtherMonthsException}.
   */
  async showPage(kind: PageKind, address: PageAddress): Promise<LoadedResponse> {
    const { months: path } = kind;
    if (path === undefined || !('range' in address.query || 'month' in address.query))
      return this.findPage(kind, address);
    return this.findPage(kind, address).catch(async (error: unknown) => {
      const isWrong = error instanceof NotFoundException || error instanceof BadRequestException;
      if (!isWrong || error instanceof UnknownNameException) throw error;
      const { leaderboard } = this.modules.get(ListSources, { strict: false });
      const months = await leaderboard.listMonths().catch(() => []);
      const failure = { message: error.message, status: error.getStatus() };
      throw new OtherMonthsException(
        failure,
        months.map(({ month }) => month),
        path,
      );
    });
  }

  private async findPage(kind: PageKind, address: PageAddress): Promise<LoadedResponse> {
    const { params, query, source, key } = await this.openPage(kind, address);
    const load = () =>
      kind.show(source, params, query).catch(async (error: unknown) => {
        if (!(error instanceof NotFoundException) || !kind.listSimilar || params.name === undefined) throw error;
        throw new UnknownNameException(error.message, params.name, await kind.listSimilar(source, params.name));
      });
    return this.pages.respond(key, load, kind.group);
  }

  /** Returns the live parts of a page for a script. */
  async showParts(kind: PageKind, address: PageAddress): Promise<LoadedResponse> {
    const { params, query, source, key } = await this.openPage(kind, address);
    return this.pages.part('part', key, async () => (await kind.showLive?.(source, params, query)) ?? <></>);
  }

  private async openPage(kind: PageKind, address: PageAddress) {
    const params: { name?: string } = await read(kind.params, address.params);
    const query = await read(kind.pageQuery, address.query);
    const source: unknown = this.modules.get(kind.source, { strict: false });
    return { params, query, source, key: [kind.path, ...keysOfQuery(params), ...keysOfQuery(query)] };
  }

  async sendFile(kind: PageKind, address: PageAddress, response: Response): Promise<void> {
    const { source, subject } = await this.open(kind, address);
    const panel = kind.panels?.find(({ id }) => id === fileNameIn(response));
    await this.downloads.send(response, panel?.file?.bind(panel, source, subject));
  }

  /** Shows a chart as a frame or, if the path has an ending, as a picture. */
  async showChart(kind: PageKind, address: PageAddress): Promise<LoadedResponse> {
    const { key } = await this.open(kind, address);
    const { form } = await read(FormParams, address.params);
    const { theme = form ? 'light' : 'auto', width, height } = await read(ChartStyleQuery, address.query);
    const cacheKey = [...key, theme, height];
    if (form === undefined) {
      return this.pages.part('embed', cacheKey, async () => (
        <EmbedPage chart={await this.loadChart(kind, address)} theme={theme} height={height} />
      ));
    }
    const draw = async (write?: WriteName) =>
      this.draw(await this.loadChart(kind, address, write), { width, height, theme });
    return form === 'svg'
      ? this.pictures.svg([...cacheKey, width], draw)
      : this.pictures.png([...cacheKey, width], () => draw(drawableName), density * width);
  }

  async loadChart(kind: PageKind, address: PageAddress, write: WriteName = plainText): Promise<SharedChart> {
    const { source, subject, panel } = await this.open(kind, address);
    if (!kind.charts || !panel) throw new NotFoundException(unknownPathMessage(this.config));
    const loaded = await kind.charts.load(source, subject);
    const { view = loaded, about, ...names } = kind.charts.write(loaded, write);
    const span = panel.period ?? names.span;
    const heading = [about ?? names.name, ...(typeof span === 'string' ? [span] : [])].join(', ');
    return {
      ...{ ...names, span, heading: `${panelTitle(panel, view)}: ${heading}` },
      zone: panel.zone?.(view),
      panel: <ShownPanel panel={panel} view={view} />,
    };
  }

  /** Draws the picture for links to a page. */
  async drawCard(kind: PageKind, address: PageAddress): Promise<LoadedResponse> {
    const { source, subject, key } = await this.open(kind, address);
    return this.pictures.png(['preview', ...key], async () =>
      drawCard((await kind.loadCard?.(source, subject)) ?? siteCard(), this.config.siteName),
    );
  }

  /** Checks what an address names: a subject, and the chart with an ID if the address has one. */
  private async open(kind: PageKind, address: PageAddress) {
    const params = await read(kind.params, address.params);
    const { graph = '' } = address.params;
    const charts = kind.charts?.panels ?? [];
    const panel = charts.find(({ id }) => id === graph);
    if (graph !== '' && !panel) throw new BadRequestException(`the graph must be ${oneOf(charts.map(({ id }) => id))}`);
    const query = await read(kind.query, address.query);
    const source: unknown = this.modules.get(kind.source, { strict: false });
    const key = [kind.path, ...keysOfQuery(params), ...keysOfQuery(query), graph];
    return { source, key, panel, subject: kind.subjectOf?.(params, query, source) };
  }

  /** Renders the panel of the chart, and keeps its first drawing. */
  private draw({ panel, heading }: SharedChart, { width, height, theme = 'light' }: ChartStyleQuery): string {
    const drawn: string[] = [];
    const picture = { width, theme, heading: `${heading} · ${this.config.siteName}` };
    this.renderer.render(<CanvasContext.Provider value={{ height, picture, drawn }}>{panel}</CanvasContext.Provider>);
    const [svg] = drawn;
    if (svg === undefined) throw new NotFoundException('There is no data for this chart.');
    return svg;
  }
}

function oneOf(ids: readonly string[]): string {
  return `${ids.length > 1 ? 'one of ' : ''}${ids.join(', ')}`;
}
