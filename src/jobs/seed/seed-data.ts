import { aurora } from './cases/aurora.js';
import { bigNumberCases } from './cases/big-numbers.js';
import { boardCrowd } from './cases/board-crowd.js';
import { boardTies } from './cases/board-ties.js';
import { colabCases, eventCases, eventChannels } from './cases/event-cases.js';
import { followerCases } from './cases/follower-cases.js';
import { liveCases } from './cases/live-cases.js';
import { messageCases, sampleCases } from './cases/message-and-sample-cases.js';
import { nameCases, titleCases } from './cases/name-and-title-cases.js';
import { panelCases } from './cases/panel-cases.js';
import { fieldCases, windowCases } from './cases/stream-cases.js';
import { ChannelCase, channelOf } from './channel-case.js';
import { SeedData } from './seed-records.js';
import { SeedTime } from './seed-time.js';

const TABLES = [
  ...[bigNumberCases, liveCases, titleCases, nameCases, fieldCases, windowCases],
  ...[followerCases, panelCases, messageCases, sampleCases, eventChannels],
];

/**
 * The rows of the seed in the form of the import files. The same `now`, rounded down to a minute, gives the same rows;
 * another `now` only moves the dates.
 */
export function seedData(now: Date): SeedData {
  const time = new SeedTime(now);
  const rowsOf = (cases: ChannelCase[]) => cases.map((row) => channelOf(time, row));
  const special = rowsOf(TABLES.flatMap((casesAt) => casesAt(time)));
  const channels = [aurora(time), ...special, ...boardCrowd(time), ...rowsOf(boardTies())];
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
