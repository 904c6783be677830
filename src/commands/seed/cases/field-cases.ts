import { addFollowerHistory } from '../ordinary-life.js';
import { LIVE, SeedChannel } from '../seed-channel.js';
import { DAY, HOUR, SeedTime } from '../seed-time.js';

/** Streams of which something, or everything, is unknown. A stream of which nothing is unknown: SEED_EXAMPLES.streamId. */
export function fieldCases(time: SeedTime): SeedChannel[] {
  return [blankSlate(time), taggedTamsin(time), halfMeasured(time), oneUnknownEach(time)];
}

/** Every nullable property null; that includes the end, so one stream is live. Before it, one that at least ended. */
function blankSlate(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 21, 'blank_slate', 'BlankSlate', false);
  channel.addBareStream(6 * DAY, 95);
  channel.addBareStream(40, LIVE);
  return channel;
}

/** Tags unknown, none, and ten. */
function taggedTamsin(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 22, 'tagged_tamsin', 'TaggedTamsin');
  const ten = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'a b', 'ひらがな', 'comma,pipe|"quote"'];
  const common = { avgViewers: 61, peakViewers: 98, gameName: 'Art', minutes: 120 };
  const unknown = channel.addStream({ ...common, startedAgo: 9 * DAY, title: 'sketching, untagged', tags: [] });
  delete unknown.tags;
  channel.addStream({ ...common, startedAgo: 6 * DAY, title: 'inking, with no tags at all', tags: [] });
  channel.addStream({ ...common, startedAgo: 3 * DAY, title: 'colours! and all ten tags', tags: ten });
  addFollowerHistory(channel, 1_904, 22);
  return channel;
}

/** A long stream of unknown viewers beside a short one of 100: the average stays 100. */
function halfMeasured(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 41, 'half_measured_hal', 'HalfMeasuredHal');
  channel.addBareStream(8 * DAY, 10 * HOUR, { title: 'the collector slept through this one' });
  channel.addStream({
    startedAgo: 4 * DAY,
    minutes: 60,
    avgViewers: 100,
    peakViewers: 180,
    title: 'short and measured',
    gameName: 'Chess',
    tags: ['Educational'],
  });
  addFollowerHistory(channel, 2_611, 0);
  return channel;
}

const NULLABLE = [
  'title',
  'game_name',
  'avg_viewers',
  'peak_viewers',
  'live_views',
  'live_views_final',
  'vod_id',
  'watchtime',
  'thumbnail',
  'unique_chatters',
  'updated_at',
] as const;

/** A stream for each nullable property, of which only that one is unknown. */
function oneUnknownEach(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 23, 'gap_in_the_record', 'GapInTheRecord');
  for (const [index, property] of NULLABLE.entries()) {
    const stream = channel.addStream({
      startedAgo: (NULLABLE.length - index) * 2 * DAY,
      minutes: 200,
      avgViewers: 300,
      peakViewers: 420,
      title: `everything but the ${property.replaceAll('_', ' ')}`,
      gameName: 'Retro',
      tags: ['Retro'],
    });
    delete stream[property];
  }
  addFollowerHistory(channel, 4_250, 61);
  return channel;
}
