import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { MetaRepository } from './meta.repository.js';
import { MetaService } from './meta.service.js';
import { StatusController } from './status.controller.js';

@Module({
  controllers: [HealthController, StatusController],
  providers: [MetaService, MetaRepository],
  exports: [MetaService],
})
export class MetaModule {}
