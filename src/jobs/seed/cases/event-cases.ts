import { StreamPlan } from '../plans.js';
import { Seed } from '../seed.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { seedEventId, seedMarkerId, seedSessionId, seedStreamerId, seedStreamId } from '../seed-ids.js';
import { EventRecord, StreamTopic } from '../seed-records.js';
import { DAY, HOUR } from '../seed-time.js';

/** An event and its parts. Ages are minutes before now. */
interface EventCase extends Omit<EventRecord, 'id' | 'started_at' | 'ended_at' | 'is_public'> {
  /** True by default. */
  is_public?: false;
  startedAgo: number;
  endedAgo?: number;
  streamIds?: string[];
  markers?: [minutesAgo: number, title: string, color: string, description?: string][];
}

const { streamId, sampledStreamId, guestStreamIds, liveStreamId, secondLiveStreamId, deletedStreamId } = SEED_EXAMPLES;

const SCORE = 'three kitchens, one oven, !cup for the score';
const KITCHENS = { title: SCORE, game_name: 'Overcooked! 2', tags: ['English', 'Coop'] };
const LAN = { title: 'Harvest LAN: snacks, cables, revenge', game_name: 'Counter-Strike', tags: ['English', 'Coop'] };
const SHELTER = { title: '12 hours for the animal shelter !donate', game_name: 'Just Chatting', tags: ['Charity'] };
const BLINDFOLD = { title: 'chess without seeing the board', game_name: 'Chess', tags: ['English'] };
const LOUNGE = { title: 'bass on, lights off', game_name: 'Music', tags: ['Music'] };
const UNINVITED = { ...KITCHENS, title: 'I was not invited but here I am' };

/** Observed every 5 minutes, except for 25 minutes. */
const WITH_A_GAP = { everyMinutes: 5, viewers: 285, gap: { from: 60, to: 85 } };

/** A stream that is observed every 5 minutes, and has no figures of its own. */
function observed(topic: StreamTopic, startedAgo: number, minutes: number | undefined, viewers: number): StreamPlan {
  return { ...topic, startedAgo, minutes, observed: { everyMinutes: 5, viewers } };
}

/** Streamers who take part in events and stream with others. */
export function addEventChannels(seed: Seed): void {
  seed
    .addChannel(75, 'coop_carla')
    .addStreams(observed(KITCHENS, 20 * HOUR + 25, 210, 640))
    .addStreams(observed(LAN, 6 * DAY + 15, 265, 655))
    .addStreams(observed(SHELTER, 37 * DAY - 205, 280, 710))
    .addStreams(observed(BLINDFOLD, 65 * DAY + 10, 200, 590))
    .addPanels({ rawUrl: 'https://www.snackharbour-box.com/carla', daysAgo: 70 })
    .addFollowers(5_760, 31);
  seed
    .addChannel(76, 'duo_dimitri')
    .addStreams({ ...KITCHENS, startedAgo: 20 * HOUR - 12, minutes: 180, observed: WITH_A_GAP })
    .addStreams(observed(LAN, 6 * DAY - 10, 230, 290))
    .addStreams(observed(SHELTER, 37 * DAY - 240, 270, 330))
    .addPanels({ rawUrl: 'https://hexapad-gear.com/dimitri', daysAgo: 40 })
    .addFollowers(2_565, 31);
  // Never observed during the first event.
  seed
    .addChannel(77, 'third_wheel_thea')
    .addStreams({ ...UNINVITED, startedAgo: 19 * HOUR, minutes: 150, viewers: [131, 202] })
    .addStreams(observed(LAN, 6 * DAY - 30, 200, 140))
    .addStreams(observed(SHELTER, 37 * DAY + 10, 740, 160))
    .addStreams(observed(BLINDFOLD, 65 * DAY, 185, 135))
    .addFollowers(1_905, 12);
  seed
    .addChannel(78, 'lounge_luca')
    .addStreams(observed(LOUNGE, 125, undefined, 220))
    .addStreams(observed(LAN, 6 * DAY - 60, 170, 225))
    .addStreams(observed(SHELTER, 37 * DAY - 480, 240, 260))
    .addFollowers(4_110, 58);
  // The platform has deleted the first stream: only its time is known.
  seed
    .addChannel(79, 'deleted_vod_dora')
    .addStreams({ startedAgo: 100 * HOUR, minutes: 4 * HOUR }, observed(SHELTER, 37 * DAY, 240, 190))
    .addFollowers(2_650, -7);
}

/**
 * In the order of their IDs: public with three streams and markers; live; private; without streams; with a deleted stream;
 * three with all streams observed; upcoming.
 */
const EVENTS: EventCase[] = [
  {
    startedAgo: 19.5 * HOUR,
    endedAgo: 17 * HOUR,
    title: 'Cozy Cup: three kitchens, one oven',
    description: 'Three streamers cook against the clock, and against each other.',
    logo_url: 'https://static.example.net/events/cozy-cup.png',
    user_id: SEED_EXAMPLES.streamerId,
    host_stream_id: streamId,
    streamIds: [streamId, ...guestStreamIds.slice(0, 2)],
    markers: [
      [19.5 * HOUR, 'Doors open', '#9147ff'],
      [18 * HOUR, 'The soufflé falls', '#e91916', 'Chat saw it coming.'],
      [17 * HOUR + 10, 'Final score', '#00b57f', '3 : 2 : 2'],
    ],
  },
  {
    startedAgo: 100,
    title: 'Midnight jukebox 🎶',
    description: 'Two rooms, one playlist, until the morning.',
    logo_url: 'https://static.example.net/events/midnight-jukebox.png',
    user_id: seedStreamerId(3),
    host_stream_id: liveStreamId,
    streamIds: [liveStreamId, secondLiveStreamId],
    markers: [[95, 'First request', '#1f69ff']],
  },
  {
    startedAgo: 61 * HOUR,
    endedAgo: 60 * HOUR,
    title: 'Rehearsal for sponsors',
    user_id: SEED_EXAMPLES.streamerId,
    is_public: false,
    streamIds: [sampledStreamId],
    markers: [[60.5 * HOUR, 'Not for the public', '#000000']],
  },
  { startedAgo: 9 * DAY, endedAgo: 9 * DAY - 6 * HOUR, title: 'Picnic that nobody streamed' },
  {
    startedAgo: 99 * HOUR,
    endedAgo: 97 * HOUR,
    title: 'Relay of lost recordings',
    user_id: seedStreamerId(79),
    streamIds: [deletedStreamId],
  },
  {
    startedAgo: 6 * DAY,
    endedAgo: 6 * DAY - 4 * HOUR,
    title: 'Harvest LAN',
    description: 'Four friends, one room, and far too many snacks.',
    logo_url: 'https://static.example.net/events/harvest-lan.png',
    user_id: seedStreamerId(75),
    host_stream_id: seedStreamId(75, 2),
    streamIds: [75, 76, 77, 78].map((number) => seedStreamId(number, 2)),
    markers: [
      [6 * DAY, 'Cables and snacks', '#9147ff'],
      [6 * DAY - 50, 'Round robin', '#1f69ff', 'Everyone against everyone.'],
      [6 * DAY - 140, 'Semi-finals', '#e91916'],
      [6 * DAY - 200, 'Final', '#00b57f', '16 : 14'],
    ],
  },
  {
    startedAgo: 37 * DAY,
    endedAgo: 37 * DAY - 12 * HOUR,
    title: '12 hours for the animal shelter',
    description: 'Five streamers take turns until every bowl is full.',
    logo_url: 'https://static.example.net/events/animal-shelter.png',
    user_id: seedStreamerId(77),
    host_stream_id: seedStreamId(77, 3),
    streamIds: [seedStreamId(79, 2), ...[75, 76, 77, 78].map((number) => seedStreamId(number, 3))],
    markers: [
      [37 * DAY, 'Meet the cats', '#9147ff'],
      [37 * DAY - 4 * HOUR, 'Quiz night', '#1f69ff'],
      [37 * DAY - 8 * HOUR, 'Concert', '#e91916', 'Songs on request.'],
      [37 * DAY - 11 * HOUR, 'Last hour', '#00b57f', 'The goal was 10,000. It became 12,480.'],
    ],
  },
  {
    startedAgo: 65 * DAY,
    endedAgo: 65 * DAY - 3 * HOUR,
    title: 'Blindfold chess night',
    user_id: seedStreamerId(75),
    host_stream_id: seedStreamId(75, 4),
    streamIds: [seedStreamId(75, 4), seedStreamId(77, 4)],
    markers: [[65 * DAY - 90, 'Both kings move at once', '#e91916']],
  },
  {
    startedAgo: -3 * DAY,
    endedAgo: -3 * DAY - 5 * HOUR,
    title: 'Advent speedrun relay',
    description: 'Six games, six runners, one cup of cocoa per world record.',
    user_id: seedStreamerId(75),
  },
];

export function addEvents({ rows, time }: Seed): void {
  for (const [index, { startedAgo, endedAgo, streamIds = [], markers = [], ...event }] of EVENTS.entries()) {
    const id = seedEventId(index + 1);
    const ended_at = endedAgo === undefined ? undefined : time.isoAgo(endedAgo);
    rows.events.push({ id, is_public: true, ...event, started_at: time.isoAgo(startedAgo), ended_at });
    rows.event_streams.push(...streamIds.map((stream_id) => ({ event_id: id, stream_id })));
    for (const [place, [minutesAgo, title, color, description]] of markers.entries()) {
      const marker = { id: seedMarkerId(index + 1, place + 1), event_id: id, title, color, description };
      rows.event_markers.push({ ...marker, timestamp: time.isoAgo(minutesAgo) });
    }
  }
}

/** Time that streamers spent together: two streamers, four streamers, and two whose session is still live. */
export function addColabSessions({ rows, time }: Seed): void {
  const sessions: [startedAgo: number, endedAgo: number | null, stream_ids: string[]][] = [
    [19 * HOUR + 40, 19 * HOUR, [streamId, guestStreamIds[0]]],
    [18.5 * HOUR, 17.25 * HOUR, [streamId, ...guestStreamIds]],
    [60, null, [liveStreamId, secondLiveStreamId]],
  ];
  for (const [index, [startedAgo, endedAgo, stream_ids]] of sessions.entries()) {
    const ended_at = endedAgo === null ? undefined : time.isoAgo(endedAgo);
    const started_at = time.isoAgo(startedAgo);
    rows.colab_sessions.push({ id: seedSessionId(index + 1), started_at, ended_at, stream_ids });
  }
}
