import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { StreamOutline } from './stream-outline.js';
import { StreamOutlinesRepository } from './stream-outlines.repository.js';
import { Window } from './thirty-day-window.js';

const mostOutlines = 2_000;

@Injectable()
export class StreamOutlinesService {
  constructor(
    private readonly repository: StreamOutlinesRepository,
    private readonly clock: Clock,
  ) {}

  /** The newest streams of a streamer in a window, at most 2,000, oldest first. [] for an unknown streamer. */
  list(name: string, window: Window): Promise<StreamOutline[]> {
    return this.repository.list(name, window, this.clock.now(), mostOutlines);
  }
}
