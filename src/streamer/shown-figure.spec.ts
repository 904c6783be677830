import { StreamOutline } from '../streams/detail/stream-summary.response.js';
import { WindowFigures } from './dto/window-stats.response.js';
import { shownFigure } from './shown-figure.js';

const none: WindowFigures = { stream_count: 0, total_minutes: 0, avg_viewers: 0, peak_viewers: 0, watchtime: 0 };
const streamed: WindowFigures = { ...none, stream_count: 1, total_minutes: 60 };

const outline = (viewers: number | null): StreamOutline => ({
  ...{ id: '1', started_at: '2026-06-01T00:00:00.000Z', minutes: 60, game_name: null },
  ...{ avg_viewers: viewers, peak_viewers: viewers, watchtime: viewers },
});

describe('a figure of a window', () => {
  it('is nothing to show without streams, except for their number', () => {
    expect(shownFigure(none, 'avg_viewers')).toBeNull();
    expect(shownFigure(none, 'total_minutes')).toBeNull();
    expect(shownFigure(none, 'stream_count')).toBe(0);
  });

  it('is 0 only if a stream has this figure', () => {
    expect(shownFigure(streamed, 'peak_viewers', [outline(null), outline(0)])).toBe(0);
    expect(shownFigure(streamed, 'peak_viewers', [outline(null)])).toBeNull();
    expect(shownFigure({ ...streamed, total_minutes: 0 }, 'total_minutes')).toBe(0);
  });
});
