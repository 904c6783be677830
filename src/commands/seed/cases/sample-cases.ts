import { addFollowerHistory } from '../ordinary-life.js';
import { SeedChannel } from '../seed-channel.js';
import { DAY, HOUR, SeedTime } from '../seed-time.js';

/**
 * A stream that was observed only once, and one that nobody observed. A sample a minute for 5 hours with a gap:
 * SEED_EXAMPLES.sampledStreamId; live with a sample a minute: SEED_EXAMPLES.liveStreamId.
 */
export function sampleCases(time: SeedTime): SeedChannel[] {
  const channel = new SeedChannel(time, 74, 'one_sample_olga', 'OneSampleOlga');
  channel.addBareStream(7 * DAY, 2 * HOUR, { title: 'seen by nobody', game_name: 'Art' });
  const stream = channel.addBareStream(3 * DAY, 90, { title: 'seen once, half an hour in', game_name: 'Art' });
  channel.addViewerSamples(stream, [{ minute: 30, viewers: 37 }]);
  addFollowerHistory(channel, 640, 3);
  return [channel];
}
