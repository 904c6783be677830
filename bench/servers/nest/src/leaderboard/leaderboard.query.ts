import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';

export const metrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'] as const;

export type Metric = (typeof metrics)[number];

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
