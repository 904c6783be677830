import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/public.decorator.js';
import { Config } from '../../config/config.js';
import { FailureMessage } from '../../http/request/operation.decorator.js';
import { publicPath } from '../../http/request/public-path.js';
import { WithHeaders } from '../../http/request/with-headers.js';
import { sendFile } from '../../response-cache/send-file.js';
import { StoredResponse } from '../../response-cache/stored-response.js';
import { version } from '../../version.js';
import { apiTitle } from '../openapi/openapi.js';

/** The response at `/`: the name of the service and links. Needs no token and counts in the client's budget. */
@Controller()
@ApiExcludeController()
@Public()
export class ServiceIndexController {
  private readonly index: StoredResponse;

  constructor(config: Config) {
    const type = { 'Content-Type': 'application/json; charset=utf-8' };
    this.index = new StoredResponse(new WithHeaders(serviceIndex(config), type), 0);
  }

  @Get()
  @FailureMessage('Failed to fetch the index')
  sendIndex(@Req() request: Request, @Res() response: Response): Promise<void> {
    // The path has a page for browsers too, and some shared caches ignore Vary.
    return sendFile(request, response, this.index, 'private, max-age=300');
  }
}

/** Without public documentation, the index does not reveal the version and other facts. */
function serviceIndex(config: Config): Record<string, string> {
  const to = (path: string) => publicPath(config, path);
  const status = to('/v1/status');
  if (!config.docsEnabled) return { name: apiTitle, status };
  return { name: apiTitle, version, docs: to('/docs'), openapi: to('/docs-json'), llms: to('/llms.txt'), status };
}
