import { CountProperty } from '../../http/query/value-schemas.js';

/** Figures over the streams that started in a window. */
export class WindowFigures {
  @CountProperty('Number of streams that started in the window.', { example: 23 })
  stream_count: number;

  @CountProperty(
    'Total whole minutes of these streams. A live stream counts until its last observation, or until now if it was never observed.',
    { example: 7386 },
  )
  total_minutes: number;

  @CountProperty(
    'Average of `avg_viewers` of these streams, weighted by minutes and rounded. Streams with unknown viewers are ignored.',
    { example: 2097 },
  )
  avg_viewers: number;

  @CountProperty('Maximum concurrent viewers of any of these streams.', { example: 4484 })
  peak_viewers: number;

  @CountProperty('Total watchtime of these streams, in viewer-minutes.', { example: 15487598 })
  watchtime: number;
}

/** A streamer's figures over the streams that started in the last 30 x 24 hours. */
export class ThirtyDayStats extends WindowFigures {}
