import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Public } from '../auth/public.decorator.js';
import { errorBody, Operation } from '../http/operation.decorator.js';
import { MetaService } from './meta.service.js';

export class Health {
  @ApiProperty({ description: 'Always "ok". A service that is not ok answers with an error.', enum: ['ok'] })
  status: 'ok';
}

@Controller('v1/health')
@ApiTags('Meta')
@Public()
@SkipThrottle()
export class HealthController {
  constructor(private readonly meta: MetaService) {}

  @Get('live')
  @Operation({
    summary: 'Liveness',
    description:
      'Tells whether the process is running. It does not check the database. It is never limited and needs no token.',
    ok: Health,
    okDescription: 'The process is running.',
    failure: 'Failed to check liveness',
  })
  checkLiveness(): Health {
    return { status: 'ok' };
  }

  @Get('ready')
  @Operation({
    summary: 'Readiness',
    description: 'Tells whether the service can answer requests. It is never limited and needs no token.',
    ok: Health,
    okDescription: 'The database can be read, the warm-up has finished, and the service is not shutting down.',
    failure: 'Failed to check readiness',
  })
  @ApiServiceUnavailableResponse(
    errorBody(
      'The database cannot be reached or read, refuses the service or lacks the tables of this version, or the service is starting or shutting down.',
      'The database is out of reach.',
    ),
  )
  async checkReadiness(): Promise<Health> {
    await this.meta.checkReadiness();
    return { status: 'ok' };
  }
}
