import { Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { BoardListener } from './board-listener.js';
import { CachedAnswers } from './cached-answers.js';
import { ResponseCache } from './response-cache.js';

@Module({
  imports: [RateLimitModule],
  providers: [ResponseCache, CachedAnswers, BoardListener],
  exports: [CachedAnswers, ResponseCache],
})
export class ResponseCacheModule {}
