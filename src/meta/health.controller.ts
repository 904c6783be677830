import { Controller } from '@nestjs/common';
import { ApiProperty, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Public } from '../auth/public.decorator.js';
import { errorBody } from '../http/request/operation.decorator.js';
import { Read } from '../response-cache/read.decorator.js';
import { MetaService } from './meta.service.js';

export class Health {
  @ApiProperty({ description: 'Always `ok`. A service that is not healthy returns an error.', enum: ['ok'] })
  status: 'ok';
}

@Controller('v1/health')
@ApiTags('Meta')
@Public()
@SkipThrottle()
export class HealthController {
  constructor(private readonly meta: MetaService) {}

  @Read('live', {
    isUncached: true,
    summary: 'Check liveness',
    description:
      'Reports that the process is running, without checking the database. This operation has no rate limit and requires no token.',
    ok: Health,
    okDescription: 'The process is running.',
    failure: 'Failed to check liveness',
  })
  checkLiveness(): Health {
    return { status: 'ok' };
  }

  @Read('ready', {
    isUncached: true,
    summary: 'Check readiness',
    description:
      'Reports whether the service can serve requests. This operation has no rate limit and requires no token.',
    ok: Health,
    okDescription: 'The service can read the database, has finished its warm-up and is not shutting down.',
    failure: 'Failed to check readiness',
  })
  @ApiServiceUnavailableResponse(
    errorBody(
      'The service is starting, is shutting down, or cannot read the database because the database is unreachable, rejects the connection, or lacks tables that this version requires.',
      'The database is unreachable.',
    ),
  )
  async checkReadiness(): Promise<Health> {
    await this.meta.checkReadiness();
    return { status: 'ok' };
  }
}
