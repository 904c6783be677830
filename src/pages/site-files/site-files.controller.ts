import { Req, Res } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { sendFile } from '../../response-cache/send-file.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { SiteFiles, sitePaths } from './site-files.js';

/** Serves the files at fixed paths. They are exempt from the rate limit, because browsers request them by themselves. */
@PageController('')
@SkipThrottle()
export class SiteFilesController {
  constructor(private readonly files: SiteFiles) {}

  /** The rules for crawlers exist without pages too, and then disallow everything. */
  @ShowPage(sitePaths, 'Failed to fetch the file')
  async send(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { maxAge, file } = this.files.find(request.path);
    await sendFile(request, response, await file, `public, max-age=${maxAge}`);
  }
}
