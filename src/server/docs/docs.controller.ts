import { Controller, Get, NotFoundException, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/public.decorator.js';
import { Config } from '../../config/config.js';
import { unknownPathMessage } from '../../http/errors/error-reply.js';
import { FailureMessage } from '../../http/request/operation.decorator.js';
import { sendFile } from '../../response-cache/send-file.js';
import { DocsFiles } from './docs-files.js';
import { docsPolicy } from '../../http/request/security-headers.js';

/** The paths of the documentation in Express's format. */
export const docsPaths = ['/docs', '/docs/:file', '/docs-json', '/docs-yaml', '/llms.txt'];

/** Browsers revalidate after this time, and get a 304 unless the version of the service has changed. */
const shortLived = 'public, max-age=300';

/** The documentation. It needs no token and counts in the client's budget like operations. */
@Controller()
@ApiExcludeController()
@Public()
export class DocsController {
  constructor(
    private readonly files: DocsFiles,
    private readonly config: Config,
  ) {}

  @Get(docsPaths)
  @FailureMessage('Failed to fetch the documentation')
  async sendFile(@Req() request: Request, @Res() response: Response): Promise<void> {
    // Express ignores case and a trailing slash too.
    const file = this.files.find(request.path.toLowerCase().replace(/\/$/, ''));
    if (file === undefined) throw new NotFoundException(unknownPathMessage(this.config));
    if (/^\/docs(\/|$)/i.test(request.path)) response.setHeader('Content-Security-Policy', docsPolicy);
    await sendFile(request, response, file, shortLived);
  }
}
