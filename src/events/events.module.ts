import { Module } from '@nestjs/common';
import { StreamerModule } from '../streamer/streamer.module.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventFiguresController } from './figures/event-figures.controller.js';
import { EventFiguresService } from './figures/event-figures.service.js';
import { EventsService } from './events.service.js';

@Module({
  imports: [StreamerModule],
  controllers: [EventsController, EventFiguresController],
  providers: [EventsService, EventsRepository, EventFiguresService],
  exports: [EventsService, EventFiguresService],
})
export class EventsModule {}
