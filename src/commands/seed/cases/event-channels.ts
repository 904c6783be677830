import { addFollowerHistory } from '../ordinary-life.js';
import { LIVE, SeedChannel } from '../seed-channel.js';
import { HOUR, SeedTime } from '../seed-time.js';
import { viewerCurve } from '../viewer-curve.js';

/** Streamers who take part in events and stream with others. */
export function eventChannels(time: SeedTime): SeedChannel[] {
  return [
    guest(time, 75, 'coop_carla', { startedAgo: 20 * HOUR + 25, minutes: 210, viewers: 640 }),
    guest(time, 76, 'duo_dimitri', { startedAgo: 20 * HOUR - 12, minutes: 180, viewers: 285 }),
    lateGuest(time),
    liveGuest(time),
    deletedByThePlatform(time),
  ];
}

/** Observed every 5 minutes, with no figures of its own. */
function guest(
  time: SeedTime,
  number: number,
  login: string,
  { startedAgo, minutes, viewers }: { startedAgo: number; minutes: number; viewers: number },
): SeedChannel {
  const channel = new SeedChannel(time, number, login, displayNameOf(login));
  const stream = channel.addBareStream(startedAgo, minutes, {
    title: 'three kitchens, one oven, !cup for the score',
    game_name: 'Overcooked! 2',
    tags: ['English', 'Coop'],
  });
  channel.addViewerSamples(stream, viewerCurve(channel.random, { minutes, everyMinutes: 5, viewers }));
  addFollowerHistory(channel, viewers * 9, 31);
  return channel;
}

/** Never observed. */
function lateGuest(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 77, 'third_wheel_thea', 'ThirdWheelThea');
  channel.addStream({
    startedAgo: 19 * HOUR,
    minutes: 150,
    avgViewers: 131,
    peakViewers: 202,
    title: 'I was not invited but here I am',
    gameName: 'Overcooked! 2',
    tags: ['English', 'Coop'],
  });
  addFollowerHistory(channel, 1_905, 12);
  return channel;
}

function liveGuest(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 78, 'lounge_luca', 'LoungeLuca');
  const startedAgo = 125;
  const stream = channel.addBareStream(startedAgo, LIVE, {
    title: 'bass on, lights off',
    game_name: 'Music',
    tags: ['Music'],
  });
  channel.addViewerSamples(stream, viewerCurve(channel.random, { minutes: startedAgo, everyMinutes: 5, viewers: 220 }));
  addFollowerHistory(channel, 4_110, 58);
  return channel;
}

/** Of a stream that the platform has deleted only its time is left. */
function deletedByThePlatform(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 79, 'deleted_vod_dora', 'DeletedVodDora');
  channel.addBareStream(100 * HOUR, 4 * HOUR);
  addFollowerHistory(channel, 2_650, -7);
  return channel;
}

function displayNameOf(login: string): string {
  return login.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
