import { Controller, Get, NotFoundException, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../auth/public.decorator.js';
import { Config } from '../config/config.js';
import { nothingHere } from '../http/error-reply.js';
import { FailureSentence } from '../http/operation.decorator.js';
import { sendFile } from '../response-cache/send-file.js';
import { DocsFiles } from './docs-files.js';
import { docsPolicy } from './security-headers.js';

/** The paths of the documentation, as Express writes them. */
export const docsPaths = ['/docs', '/docs/:file', '/docs-json', '/docs-yaml', '/llms.txt'];

const forAYear = 'public, max-age=31536000, immutable';
/** A browser asks again after this, and is answered 304 unless another version of the service runs by then. */
export const forMinutes = 'public, max-age=300';

/** The documentation, open without a token. Like operations it counts in the client's budget. */
@Controller()
@ApiExcludeController()
@Public()
export class DocsController {
  constructor(
    private readonly files: DocsFiles,
    private readonly config: Config,
  ) {}

  @Get(docsPaths)
  @FailureSentence('Failed to fetch the documentation')
  async sendFile(@Req() request: Request, @Res() response: Response): Promise<void> {
    const found = await this.files.find(pathOf(request));
    if (found === undefined) throw new NotFoundException(nothingHere(this.config));
    const { file, isImmutable } = found;
    if (/^\/docs(\/|$)/i.test(request.path)) response.setHeader('Content-Security-Policy', docsPolicy);
    await sendFile(request, response, file, isImmutable ? forAYear : forMinutes);
  }
}

/** As Express compares paths: whatever their case, and with or without a slash at the end, which the page's links need. */
function pathOf({ path }: Request): string {
  const lower = path.toLowerCase();
  return lower === '/docs/' ? lower : lower.replace(/\/$/, '');
}
