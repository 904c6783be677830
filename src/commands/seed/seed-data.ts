import { auroraCases } from './cases/aurora.js';
import { bigNumberCases } from './cases/big-numbers.js';
import { boardCrowd } from './cases/board-crowd.js';
import { boardTies } from './cases/board-ties.js';
import { colabCases } from './cases/colab-cases.js';
import { eventCases } from './cases/event-cases.js';
import { eventChannels } from './cases/event-channels.js';
import { fieldCases } from './cases/field-cases.js';
import { followerCases } from './cases/follower-cases.js';
import { liveCases } from './cases/live-cases.js';
import { messageCases } from './cases/message-cases.js';
import { nameCases } from './cases/name-cases.js';
import { panelCases } from './cases/panel-cases.js';
import { sampleCases } from './cases/sample-cases.js';
import { titleCases } from './cases/title-cases.js';
import { windowCases } from './cases/window-cases.js';
import { SeedData } from './seed-records.js';
import { SeedTime } from './seed-time.js';

const CASES = [
  auroraCases,
  bigNumberCases,
  liveCases,
  titleCases,
  nameCases,
  fieldCases,
  windowCases,
  followerCases,
  panelCases,
  messageCases,
  sampleCases,
  eventChannels,
  boardCrowd,
  boardTies,
];

/**
 * The rows of the seed in the form of the import files. The same `now` (its full minute counts) gives the same rows;
 * another one moves the dates and nothing else.
 */
export function seedData(now: Date): SeedData {
  const time = new SeedTime(now);
  const channels = CASES.flatMap((channelsOf) => channelsOf(time));
  return {
    streamers: channels.map((channel) => channel.streamer),
    streams: channels.flatMap((channel) => channel.streams),
    stream_changes: channels.flatMap((channel) => channel.streamChanges),
    viewer_samples: channels.flatMap((channel) => channel.viewerSamples),
    follower_points: channels.flatMap((channel) => channel.followerPoints),
    message_stats: channels.flatMap((channel) => channel.messageStats),
    panels: channels.flatMap((channel) => channel.panels),
    ...eventCases(time),
    colab_sessions: colabCases(time),
  };
}
