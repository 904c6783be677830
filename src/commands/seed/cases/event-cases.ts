import { SEED_EXAMPLES } from '../seed-examples.js';
import { seedEventId, seedMarkerId, seedStreamerId } from '../seed-ids.js';
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
