import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { metrics, type Metric } from './metrics.js';

export class LeaderboardQuery {
  @IsOptional()
  @IsIn(metrics)
  sort: Metric = 'watchtime';

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit = 50;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  cursor = 0;
}
