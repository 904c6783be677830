import { NotFoundException } from '@nestjs/common';
import { EventRow } from './dto/event-detail.response.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

const event = (id: string, is_public: boolean): EventRow => ({
  ...{ id, title: `Event ${id}`, description: null, started_at: '2026-10-01T12:00:00.000Z', ended_at: null },
  ...{ avg_viewers: null, peak_viewers: null, channels: null, logo_url: null, user_id: null, host_stream_id: null },
  is_public,
});

const publicEvents = Array.from({ length: 5 }, (_, i) => event(String(i), true));
const privateEvent = event('42', false);

/** One streamer, `known`, who took part in all events. */
class FakeRepository {
  async listPublic(from: number, limit: number) {
    return publicEvents.slice(from, from + limit);
  }

  async listOfStreamer(name: string, withPrivate: boolean) {
    return name === 'known' ? [...publicEvents, privateEvent].filter((each) => each.is_public || withPrivate) : null;
  }

  async findEvent(id: bigint, withPrivate: boolean) {
    const found = [...publicEvents, privateEvent].find((each) => each.id === String(id));
    return found && (found.is_public || withPrivate) ? found : null;
  }

  async listStreams(id: bigint) {
    return [`streams of ${id}`];
  }

  async listMarkers(id: bigint) {
    return [`markers of ${id}`];
  }
}

describe('EventsService', () => {
  const service = new EventsService(new FakeRepository() as unknown as EventsRepository);
  const unknown = new NotFoundException('There is no event with this id.');

  it('answers a page of public events', async () => {
    await expect(service.listPublic(2, 1)).resolves.toEqual({
      items: publicEvents.slice(1, 3),
      hasMore: true,
      nextCursor: 3,
    });
    await expect(service.listPublic(2, 3)).resolves.toMatchObject({ hasMore: false, nextCursor: 5 });
  });

  it('answers the events of a streamer, private ones to who may see them', async () => {
    await expect(service.listOfStreamer('known', false)).resolves.toEqual(publicEvents);
    await expect(service.listOfStreamer('known', true)).resolves.toContain(privateEvent);
  });

  it('finds no events of an unknown streamer', async () => {
    await expect(service.listOfStreamer('unknown', true)).rejects.toEqual(
      new NotFoundException('There is no streamer with this login or channel id.'),
    );
  });

  it('answers an event with its streams and markers', async () => {
    await expect(service.findEvent('3', false)).resolves.toEqual({
      ...event('3', true),
      streams: ['streams of 3'],
      markers: ['markers of 3'],
    });
  });

  it('finds no private event for who may not see it', async () => {
    await expect(service.findEvent('42', true)).resolves.toMatchObject(privateEvent);
    await expect(service.findEvent('42', false)).rejects.toEqual(unknown);
  });

  it.each(['9', '03', 'abc', '-1', '9223372036854775808'])('finds no event %j', async (id) => {
    await expect(service.findEvent(id, true)).rejects.toEqual(unknown);
  });
});
