import { Module } from '@nestjs/common';
import { TotalsController } from './totals.controller.js';
import { TotalsRepository } from './totals.repository.js';
import { TotalsService } from './totals.service.js';

/** Viewers and streams of whole platforms over time. */
@Module({
  controllers: [TotalsController],
  providers: [TotalsService, TotalsRepository],
  exports: [TotalsService],
})
export class TotalsModule {}
