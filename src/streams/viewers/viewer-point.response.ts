import { ApiProperty } from '@nestjs/swagger';
import { CountProperty, MomentProperty } from '../../http/query/value-schemas.js';

/** The start of an interval. */
export const offsetSchema = {
  description:
    'Start of the interval as an offset from the start of the stream (`hh:mm:ss`), for example to find it in the recording. Hours can exceed 99.',
  type: 'string',
  pattern: '^[0-9]{2,}:[0-5][0-9]:[0-5][0-9]$',
  example: '00:05:00',
} as const;

/** The viewers of a stream in one interval. */
export class ViewerPoint {
  @CountProperty('Average concurrent viewers in the interval, weighted by time and rounded.', { example: 2281 })
  viewers: number;

  @MomentProperty('Start of the interval, UTC.')
  created_at: string;

  @ApiProperty(offsetSchema)
  timestamp: string;
}

export interface ViewerPointRow {
  viewers: number;
  created_at: string;
  offset_seconds: number;
}

export function toViewerPoint({ viewers, created_at, offset_seconds }: ViewerPointRow): ViewerPoint {
  return { viewers, created_at, timestamp: toTimestamp(offset_seconds) };
}

/** Writes an offset from the start of a stream: 00:05:00. */
export function toTimestamp(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
