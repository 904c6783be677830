import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RequestValidationPipe } from '../http/validation.pipe.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { BoardListener } from './board-listener.js';
import { CachedAnswers } from './cached-answers.js';
import { OperationRoutes } from './operation-routes.js';
import { ResponseCache } from './response-cache.js';

@Module({
  imports: [RateLimitModule, DiscoveryModule],
  providers: [ResponseCache, CachedAnswers, OperationRoutes, RequestValidationPipe, BoardListener],
  exports: [CachedAnswers, ResponseCache],
})
export class ResponseCacheModule {}
