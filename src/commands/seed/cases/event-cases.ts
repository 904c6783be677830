import { ChannelCase } from '../channel-case.js';
import { LIVE } from '../seed-channel.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { seedEventId, seedMarkerId, seedSessionId, seedStreamerId } from '../seed-ids.js';
import { EventRecord, SeedData } from '../seed-records.js';
import { DAY, HOUR, SeedTime } from '../seed-time.js';

/** An event and its parts. Ages are minutes before now. */
interface EventCase extends Omit<EventRecord, 'id' | 'started_at' | 'ended_at'> {
  startedAgo: number;
  endedAgo?: number;
  streamIds?: string[];
  markers?: [minutesAgo: number, title: string, color: string, description?: string][];
}

const { streamId, sampledStreamId, guestStreamIds, liveStreamId, secondLiveStreamId, deletedStreamId } = SEED_EXAMPLES;

const KITCHENS = {
  title: 'three kitchens, one oven, !cup for the score',
  game_name: 'Overcooked! 2',
  tags: ['English', 'Coop'],
};

/**
 * Streamers who take part in events and stream with others. The first two are observed every 5 minutes and have no
 * figures of their own.
 */
export const eventChannels = (): ChannelCase[] => [
  {
    number: 75,
    login: 'coop_carla',
    streams: [{ ...KITCHENS, startedAgo: 20 * HOUR + 25, minutes: 210, observed: { everyMinutes: 5, viewers: 640 } }],
    followers: [5_760, 31],
  },
  {
    number: 76,
    login: 'duo_dimitri',
    streams: [{ ...KITCHENS, startedAgo: 20 * HOUR - 12, minutes: 180, observed: { everyMinutes: 5, viewers: 285 } }],
    followers: [2_565, 31],
  },
  // Never observed.
  {
    number: 77,
    login: 'third_wheel_thea',
    streams: [
      {
        ...KITCHENS,
        startedAgo: 19 * HOUR,
        minutes: 150,
        viewers: [131, 202],
        title: 'I was not invited but here I am',
      },
    ],
    followers: [1_905, 12],
  },
  {
    number: 78,
    login: 'lounge_luca',
    streams: [
      {
        startedAgo: 125,
        minutes: LIVE,
        title: 'bass on, lights off',
        game_name: 'Music',
        tags: ['Music'],
        observed: { everyMinutes: 5, viewers: 220 },
      },
    ],
    followers: [4_110, 58],
  },
  // The platform has deleted this stream: only its time is known.
  {
    number: 79,
    login: 'deleted_vod_dora',
    streams: [{ startedAgo: 100 * HOUR, minutes: 4 * HOUR }],
    followers: [2_650, -7],
  },
];

/** In the order of their IDs: public with three streams and markers; live; private; without streams; with a deleted stream. */
const EVENTS: EventCase[] = [
  {
    startedAgo: 19.5 * HOUR,
    endedAgo: 17 * HOUR,
    title: 'Cozy Cup: three kitchens, one oven',
    description: 'Three streamers cook against the clock, and against each other.',
    logo_url: 'https://static.example.net/events/cozy-cup.png',
    user_id: SEED_EXAMPLES.streamerId,
    is_public: true,
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
    is_public: true,
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
  { startedAgo: 9 * DAY, endedAgo: 9 * DAY - 6 * HOUR, title: 'Picnic that nobody streamed', is_public: true },
  {
    startedAgo: 99 * HOUR,
    endedAgo: 97 * HOUR,
    title: 'Relay of lost recordings',
    user_id: seedStreamerId(79),
    is_public: true,
    streamIds: [deletedStreamId],
  },
];

export function eventCases(time: SeedTime): Pick<SeedData, 'events' | 'event_streams' | 'event_markers'> {
  const rows: Pick<SeedData, 'events' | 'event_streams' | 'event_markers'> = {
    events: [],
    event_streams: [],
    event_markers: [],
  };
  for (const [index, { startedAgo, endedAgo, streamIds = [], markers = [], ...event }] of EVENTS.entries()) {
    const id = seedEventId(index + 1);
    const ended = endedAgo === undefined ? {} : { ended_at: time.isoAgo(endedAgo) };
    rows.events.push({ id, ...event, started_at: time.isoAgo(startedAgo), ...ended });
    rows.event_streams.push(...streamIds.map((stream_id) => ({ event_id: id, stream_id })));
    for (const [place, [minutesAgo, title, color, description]] of markers.entries()) {
      const marker = { id: seedMarkerId(index + 1, place + 1), event_id: id, title, color };
      const timestamp = time.isoAgo(minutesAgo);
      rows.event_markers.push({ ...marker, timestamp, ...(description === undefined ? {} : { description }) });
    }
  }
  return rows;
}

/** Time that streamers spent together: two streamers, four streamers, and two whose session is still live. */
export function colabCases(time: SeedTime): SeedData['colab_sessions'] {
  const sessions: [startedAgo: number, endedAgo: number | null, stream_ids: string[]][] = [
    [19 * HOUR + 40, 19 * HOUR, [streamId, guestStreamIds[0]]],
    [18.5 * HOUR, 17.25 * HOUR, [streamId, ...guestStreamIds]],
    [60, null, [liveStreamId, secondLiveStreamId]],
  ];
  return sessions.map(([startedAgo, endedAgo, stream_ids], index) => {
    const ended = endedAgo === null ? {} : { ended_at: time.isoAgo(endedAgo) };
    return { id: seedSessionId(index + 1), started_at: time.isoAgo(startedAgo), ...ended, stream_ids };
  });
}
