import { NotFoundException, Param, Req, Res } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { unknownPathMessage } from '../../http/errors/error-reply.js';
import { sendFile } from '../../response-cache/send-file.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { AssetFiles } from './asset-files.js';

/** Serves the files of the pages. They are exempt from the rate limit, so that a page counts as one request. */
@PageController('assets')
@SkipThrottle()
export class AssetsController {
  constructor(
    private readonly files: AssetFiles,
    private readonly config: Config,
  ) {}

  @ShowPage(':file', 'Failed to fetch a file of the pages')
  async sendAsset(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = this.files.find(name);
    if (file === undefined) throw new NotFoundException(unknownPathMessage(this.config));
    await sendFile(request, response, file, 'public, max-age=31536000, immutable');
  }
}
