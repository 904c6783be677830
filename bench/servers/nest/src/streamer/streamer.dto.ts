import { Type } from 'class-transformer';
import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

export class StreamerParams {
  @Matches(/^[A-Za-z0-9_]{1,25}$/)
  name: string;
}

export class RecentStreamsQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 20;
}
