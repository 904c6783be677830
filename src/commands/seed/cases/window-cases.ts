import { addFollowerHistory, addRegularStreams } from '../ordinary-life.js';
import { SeedChannel } from '../seed-channel.js';
import { DAY, HOUR, SeedTime, WINDOW } from '../seed-time.js';
import { pickTopic } from '../stream-topics.js';

/** Streams at the edges of the 30 day window, of unusual lengths and starts; streamers with none in it or none at all. */
export function windowCases(time: SeedTime): SeedChannel[] {
  return [
    windowEdges(time),
    startedOutside(time),
    monthsEnd(time),
    unusualLengths(time),
    sameStart(time),
    noneInWindow(time),
    withoutStreams(time, 37, 'fresh_account_fred', 'FreshAccountFred'),
    followersOnly(time),
    shorterThanAMinute(time),
  ];
}

function addPlainStream(channel: SeedChannel, startedAgo: number, minutes: number, avgViewers = 150): void {
  const peakViewers = Math.round(avgViewers * 1.6);
  channel.addStream({ startedAgo, minutes, avgViewers, peakViewers, ...pickTopic(channel.random) });
}

/** Outside by an hour; inside by an hour, which holds for one hour after seeding; inside by 25 hours. */
function windowEdges(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 31, 'windowpane_wes', 'WindowpaneWes');
  addPlainStream(channel, WINDOW + HOUR, 30);
  addPlainStream(channel, WINDOW - HOUR, 30);
  addPlainStream(channel, WINDOW - 25 * HOUR, 120);
  addFollowerHistory(channel, 1_450, 12);
  return channel;
}

/** It ended inside the window, but what counts is the start. */
function startedOutside(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 32, 'threshold_theo', 'ThresholdTheo');
  addPlainStream(channel, WINDOW + 10, 30 * HOUR);
  addFollowerHistory(channel, 990, -4);
  return channel;
}

/** Across each of the last two ends of a month (UTC); the older one is always outside the window. */
function monthsEnd(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 33, 'calendar_cass', 'CalendarCass');
  for (const monthsBefore of [1, 0]) {
    addPlainStream(channel, time.monthStartAgo(4 * HOUR, monthsBefore) + 2 * HOUR, 5 * HOUR);
  }
  addFollowerHistory(channel, 2_230, 35);
  return channel;
}

/** 48 hours, and 6 minutes. */
function unusualLengths(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 34, 'marathon_mina', 'MarathonMina');
  addPlainStream(channel, 12 * DAY, 48 * HOUR, 870);
  addPlainStream(channel, 5 * DAY, 6, 95);
  addFollowerHistory(channel, 18_330, 410);
  return channel;
}

/** Two streams with the same start (and two lengths), as when a source splits one broadcast. */
function sameStart(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 35, 'twin_takes', 'TwinTakes');
  addPlainStream(channel, 9 * DAY, 180);
  addPlainStream(channel, 2 * DAY, 45);
  addPlainStream(channel, 2 * DAY, 120);
  addFollowerHistory(channel, 3_075, 18);
  return channel;
}

function noneInWindow(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 36, 'dusty_archive', 'DustyArchive');
  addRegularStreams(channel, { count: 12, everyDays: 20, viewers: 530, without: { from: 0, to: 60 * DAY } });
  addFollowerHistory(channel, 7_640, -120);
  return channel;
}

function withoutStreams(time: SeedTime, number: number, login: string, displayName: string): SeedChannel {
  return new SeedChannel(time, number, login, displayName);
}

/** Watched by followers, never streamed. */
function followersOnly(time: SeedTime): SeedChannel {
  const channel = withoutStreams(time, 38, 'lurker_lou', 'LurkerLou');
  addFollowerHistory(channel, 214, 9);
  return channel;
}

/** 40 seconds are no whole minute: its total minutes are 0. */
function shorterThanAMinute(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 40, 'wrong_button_will', 'WrongButtonWill');
  addPlainStream(channel, 5 * DAY, 40 / 60, 12);
  return channel;
}
