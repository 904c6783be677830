import { Req, Res } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { sendFile } from '../../response-cache/send-file.js';
import { StoredAnswer } from '../../response-cache/stored-answer.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { SiteFiles } from './site-files.js';

const forADay = 'public, max-age=86400';
/** The content depends on settings that an operator may have changed to hide the site. */
const forAnHour = 'public, max-age=3600';

/** Serves the files at fixed paths. They are exempt from the rate limit, because browsers request them by themselves. */
@PageController('')
@SkipThrottle()
export class SiteFilesController {
  constructor(private readonly files: SiteFiles) {}

  @ShowPage('favicon.ico', 'Failed to fetch the icon')
  sendFavicon(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send(request, response, this.files.favicon(), forADay);
  }

  @ShowPage('apple-touch-icon.png', 'Failed to fetch the icon for home screens')
  sendTouchIcon(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send(request, response, this.files.touchIcon(), forADay);
  }

  @ShowPage('icon-512.png', 'Failed to fetch the large icon')
  sendLargeIcon(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send(request, response, this.files.largeIcon(), forADay);
  }

  @ShowPage('manifest.webmanifest', 'Failed to fetch the manifest')
  sendManifest(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send(request, response, this.files.manifest(), forAnHour);
  }

  /** Exists without pages too, and then disallows everything. */
  @ShowPage('robots.txt', 'Failed to fetch the rules for crawlers')
  sendRobots(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send(request, response, this.files.robots(), forAnHour);
  }
}

async function send(request: Request, response: Response, file: Promise<StoredAnswer>, cacheControl: string) {
  await sendFile(request, response, await file, cacheControl);
}
