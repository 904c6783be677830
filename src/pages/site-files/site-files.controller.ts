import { NotFoundException, Param, Req, Res } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { unknownPathMessage } from '../../http/errors/error-reply.js';
import { sendFile } from '../../response-cache/send-file.js';
import { PageController, ShowPage } from '../page-responses.js';
import { AssetFiles } from './asset-files.js';
import { SiteFiles, sitePaths } from './site-files.js';

/**
 * Serves the files at fixed paths and the files of the pages. They are exempt from the rate limit, because browsers request
 * them by themselves, so that a page counts as one request.
 */
@PageController('')
@SkipThrottle()
export class SiteFilesController {
  constructor(
    private readonly files: SiteFiles,
    private readonly assets: AssetFiles,
    private readonly config: Config,
  ) {}

  @ShowPage('assets/:file', 'Failed to fetch a file of the pages')
  async sendAsset(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = this.assets.find(name);
    if (file === undefined) throw new NotFoundException(unknownPathMessage(this.config));
    await sendFile(request, response, file, 'public, max-age=31536000, immutable');
  }

  /** The rules for crawlers exist without pages too, and then disallow everything. */
  @ShowPage(sitePaths, 'Failed to fetch the file')
  async send(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { maxAge, file } = this.files.find(request.path);
    await sendFile(request, response, await file, `public, max-age=${maxAge}`);
  }
}
