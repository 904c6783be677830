import { Controller, Get, Header } from '@nestjs/common';
import { LimitedApi } from '../http/request/limited-api.decorator.js';
import { Operation } from '../http/request/operation.decorator.js';
import { Status } from './dto/status.response.js';
import { MetaService } from './meta.service.js';

@Controller('v1/status')
@LimitedApi('Meta')
export class StatusController {
  constructor(private readonly meta: MetaService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Get the status',
    description: 'Returns the version of the service, the number of rows of each kind, and the age of the data.',
    ok: Status,
    okDescription: 'The status.',
    failure: 'Failed to fetch status',
  })
  findStatus(): Promise<Status> {
    return this.meta.findStatus();
  }
}
