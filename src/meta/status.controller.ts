import { Controller, Get } from '@nestjs/common';
import { LimitedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { Status } from './dto/status.response.js';
import { MetaService } from './meta.service.js';

@Controller('v1/status')
@LimitedApi('Meta')
export class StatusController {
  constructor(private readonly meta: MetaService) {}

  @Get()
  @Operation({
    summary: 'Status',
    description: 'The version of the service, how much data it has, and how new the data is.',
    ok: Status,
    okDescription: 'The status.',
    failure: 'Failed to fetch status',
  })
  findStatus(): Promise<Status> {
    return this.meta.findStatus();
  }
}
