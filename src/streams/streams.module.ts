import { Module } from '@nestjs/common';
import { StreamsController } from './streams.controller.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';

@Module({ controllers: [StreamsController], providers: [StreamsService, StreamsRepository], exports: [StreamsService] })
export class StreamsModule {}
