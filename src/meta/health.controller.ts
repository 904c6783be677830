import { Controller, Get } from '@nestjs/common';
import { ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Public } from '../auth/public.decorator.js';
import { errorBody, Operation } from '../http/operation.decorator.js';
import { Health } from './dto/health.response.js';
import { MetaService } from './meta.service.js';

@Controller('v1/health')
@ApiTags('Meta')
@Public()
@SkipThrottle()
export class HealthController {
  constructor(private readonly meta: MetaService) {}

  @Get('live')
  @Operation({
    summary: 'Liveness',
    description: 'Whether the process answers. It does not look at the database. Never limited, and needs no token.',
    ok: Health,
    okDescription: 'It does.',
    failure: 'Failed to check liveness',
  })
  checkLiveness(): Health {
    return { status: 'ok' };
  }

  @Get('ready')
  @Operation({
    summary: 'Readiness',
    description: 'Whether requests can be answered. Never limited, and needs no token.',
    ok: Health,
    okDescription: 'They can.',
    failure: 'Failed to check readiness',
  })
  @ApiServiceUnavailableResponse(errorBody('The database is out of reach.', 'The database is out of reach.'))
  async checkReadiness(): Promise<Health> {
    await this.meta.checkReadiness();
    return { status: 'ok' };
  }
}
