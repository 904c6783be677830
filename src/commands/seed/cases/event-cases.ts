import { ChannelCase } from '../channel-case.js';
import { LIVE } from '../seed-channel.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { seedEventId, seedMarkerId, seedSessionId, seedStreamerId } from '../seed-ids.js';
import { EventMarkerRecord, EventRecord, SeedData } from '../seed-records.js';
import { DAY, HOUR, SeedTime } from '../seed-time.js';

type Marker = Omit<EventMarkerRecord, 'id' | 'event_id' | 'timestamp'> & { minutesAgo: number };

interface EventCase {
  /** Minutes before now. */
  startedAgo: number;
  endedAgo?: number;
  event: Omit<EventRecord, 'id' | 'started_at' | 'ended_at'>;
  streamIds: string[];
  markers: Marker[];
}

const { streamId, sampledStreamId, guestStreamIds, liveStreamId, secondLiveStreamId, deletedStreamId } = SEED_EXAMPLES;

const KITCHENS = {
  title: 'three kitchens, one oven, !cup for the score',
  game_name: 'Overcooked! 2',
  tags: ['English', 'Coop'],
};

/** Streamers who take part in events and stream with others. The first two are observed every 5 minutes, with no figures of their own. */
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
  // Of a stream that the platform has deleted only its time is left.
  {
    number: 79,
    login: 'deleted_vod_dora',
    streams: [{ startedAgo: 100 * HOUR, minutes: 4 * HOUR }],
    followers: [2_650, -7],
  },
];

/** In the order of their ids. */
const CASES: EventCase[] = [
  {
    startedAgo: 19.5 * HOUR,
    endedAgo: 17 * HOUR,
    event: {
      title: 'Cozy Cup: three kitchens, one oven',
      description: 'Three streamers cook against the clock, and against each other.',
      logo_url: 'https://static.example.net/events/cozy-cup.png',
      user_id: SEED_EXAMPLES.streamerId,
      is_public: true,
      host_stream_id: streamId,
    },
    streamIds: [streamId, ...guestStreamIds.slice(0, 2)],
    markers: [
      { minutesAgo: 19.5 * HOUR, title: 'Doors open', color: '#9147ff' },
      { minutesAgo: 18 * HOUR, title: 'The soufflé falls', description: 'Chat saw it coming.', color: '#e91916' },
      { minutesAgo: 17 * HOUR + 10, title: 'Final score', description: '3 : 2 : 2', color: '#00b57f' },
    ],
  },
  {
    startedAgo: 100,
    event: {
      title: 'Midnight jukebox 🎶',
      description: 'Two rooms, one playlist, until the morning.',
      logo_url: 'https://static.example.net/events/midnight-jukebox.png',
      user_id: seedStreamerId(3),
      is_public: true,
      host_stream_id: liveStreamId,
    },
    streamIds: [liveStreamId, secondLiveStreamId],
    markers: [{ minutesAgo: 95, title: 'First request', color: '#1f69ff' }],
  },
  {
    startedAgo: 61 * HOUR,
    endedAgo: 60 * HOUR,
    event: { title: 'Rehearsal for sponsors', user_id: SEED_EXAMPLES.streamerId, is_public: false },
    streamIds: [sampledStreamId],
    markers: [{ minutesAgo: 60.5 * HOUR, title: 'Not for the public', color: '#000000' }],
  },
  {
    startedAgo: 9 * DAY,
    endedAgo: 9 * DAY - 6 * HOUR,
    event: { title: 'Picnic that nobody streamed', is_public: true },
    streamIds: [],
    markers: [],
  },
  {
    startedAgo: 99 * HOUR,
    endedAgo: 97 * HOUR,
    event: { title: 'Relay of lost recordings', user_id: seedStreamerId(79), is_public: true },
    streamIds: [deletedStreamId],
    markers: [],
  },
];

/** Events: public with three streams and markers; live; private; without streams; of a stream that was deleted. */
export function eventCases(time: SeedTime): Pick<SeedData, 'events' | 'event_streams' | 'event_markers'> {
  const numbered = CASES.map((each, index) => ({ ...each, number: index + 1, id: seedEventId(index + 1) }));
  return {
    events: numbered.map(({ id, startedAgo, endedAgo, event }) => ({
      id,
      ...event,
      started_at: time.isoAgo(startedAgo),
      ...(endedAgo === undefined ? {} : { ended_at: time.isoAgo(endedAgo) }),
    })),
    event_streams: numbered.flatMap(({ id, streamIds }) => streamIds.map((stream_id) => ({ event_id: id, stream_id }))),
    event_markers: numbered.flatMap(({ id, number, markers }) =>
      markers.map(({ minutesAgo, ...marker }, index) => ({
        id: seedMarkerId(number, index + 1),
        event_id: id,
        ...marker,
        timestamp: time.isoAgo(minutesAgo),
      })),
    ),
  };
}

/** Time that streamers spent together: two of them, four of them, and two who still do. */
export function colabCases(time: SeedTime): SeedData['colab_sessions'] {
  return [
    {
      id: seedSessionId(1),
      started_at: time.isoAgo(19 * HOUR + 40),
      ended_at: time.isoAgo(19 * HOUR),
      stream_ids: [streamId, guestStreamIds[0]],
    },
    {
      id: seedSessionId(2),
      started_at: time.isoAgo(18.5 * HOUR),
      ended_at: time.isoAgo(17.25 * HOUR),
      stream_ids: [streamId, ...guestStreamIds],
    },
    { id: seedSessionId(3), started_at: time.isoAgo(60), stream_ids: [liveStreamId, secondLiveStreamId] },
  ];
}
