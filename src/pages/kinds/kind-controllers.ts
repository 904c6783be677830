import { Req, Res, Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import { chartUnits, previewUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { PageController, ShowPage } from '../page-responses.js';
import { KindPages } from './kind-pages.js';
import { PageKind } from './page-kind.js';
import { pageKinds, routesOf } from './page-kinds.js';

/** A handler of paths, if there are any. */
function ShowPaths(paths: string[], ...options: [failure: string, units?: PageKind['units']]): MethodDecorator {
  return paths.length === 0 ? () => {} : ShowPage(paths, ...options);
}

/** Returns the controller of a kind of page. Frames are for the sites in `EMBED_ORIGINS`, pictures for everybody. */
function createController(kind: PageKind): Type {
  const { page, parts, files, charts, card } = routesOf(kind);

  @PageController('')
  class KindController {
    constructor(private readonly pages: KindPages) {}

    @ShowPaths(page, kind.failure, kind.units)
    showPage(@Req() request: Request): Promise<LoadedResponse> {
      return this.pages.showPage(kind, request);
    }

    // The parts of a list are the list again.
    @ShowPaths(parts, kind.failure, kind.list && kind.units)
    showParts(@Req() request: Request): Promise<LoadedResponse> {
      return this.pages.showParts(kind, request);
    }

    @ShowPaths(files, 'Failed to write the file')
    sendFile(@Req() request: Request, @Res() response: Response): Promise<void> {
      return this.pages.sendFile(kind, request, response);
    }

    @ShowPaths(charts, 'Failed to show the chart', chartUnits)
    showChart(@Req() request: Request): Promise<LoadedResponse> {
      return this.pages.showChart(kind, request);
    }

    /** No parameter of the picture is a text, so nobody can make it show another text. */
    @ShowPaths(card, kind.failure.replace('show', 'draw the picture of'), previewUnits)
    drawCard(@Req() request: Request): Promise<LoadedResponse> {
      return this.pages.drawCard(kind, request);
    }
  }
  return KindController;
}

export const kindControllers: readonly Type[] = pageKinds.map(createController);
