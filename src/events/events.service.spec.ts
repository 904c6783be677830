import { NotFoundException } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { loadConfig } from '../config/environment.js';
import { StreamerService } from '../streamer/streamer.service.js';
import { unknownStreamer } from '../streamer/unknown-streamer.js';
import { EventOnly } from './dto/event-detail.response.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

const event = (id: string, is_public: boolean): EventOnly => ({
  ...{ id, title: `Event ${id}`, description: null, started_at: '2026-10-01T12:00:00.000Z', ended_at: null },
  ...{
    avg_viewers: null,
    peak_viewers: null,
    channels: null,
    channel_ids: null,
    logo_url: null,
    user_id: null,
    host_stream_id: null,
  },
  is_public,
});

const publicEvents = Array.from({ length: 5 }, (_, i) => event(String(i), true));
const privateEvent = event('42', false);

/** One streamer, 7, who took part in all events. */
class FakeRepository {
  async listPublic(from: number, limit: number) {
    return publicEvents.slice(from, from + limit);
  }

  async listOfStreamer(id: bigint, withPrivate: boolean) {
    return id === 7n ? [...publicEvents, privateEvent].filter((each) => each.is_public || withPrivate) : [];
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

function start(env: Record<string, string> = {}) {
  const findId = async (name: string) => (name === 'known' ? 7n : Promise.reject(unknownStreamer()));
  return new EventsService(
    new FakeRepository() as unknown as EventsRepository,
    { findId } as unknown as StreamerService,
    new Clock(),
    loadConfig(env),
  );
}

describe('EventsService', () => {
  const service = start();
  const closed = start({ API_TOKEN: 'token-of-the-tests-0123456789' });
  const unknown = new NotFoundException('There is no event with this id.');

  it('answers a page of public events', async () => {
    await expect(service.listPublic(2, 1)).resolves.toEqual({
      items: publicEvents.slice(1, 3),
      hasMore: true,
      nextCursor: 3,
    });
    await expect(service.listPublic(2, 3)).resolves.toMatchObject({ hasMore: false, nextCursor: 5 });
  });

  it('answers the events of a streamer, private ones where a token is configured', async () => {
    await expect(service.listOfStreamer('known')).resolves.toEqual(publicEvents);
    await expect(closed.listOfStreamer('known')).resolves.toContain(privateEvent);
  });

  it('finds no events of an unknown streamer', async () => {
    await expect(service.listOfStreamer('unknown')).rejects.toEqual(
      new NotFoundException('There is no streamer with this login or channel id.'),
    );
  });

  it('answers an event with its streams and markers', async () => {
    await expect(service.findEvent('3')).resolves.toEqual({
      ...event('3', true),
      streams: ['streams of 3'],
      markers: ['markers of 3'],
    });
  });

  it('answers no more of an event than the documented bytes, whatever its texts are', async () => {
    // A control character takes six bytes of JSON.
    const texts = {
      title: '\u0001'.repeat(500),
      game_name: '\u0001'.repeat(200),
      description: '\u0001'.repeat(10_000),
    };
    const many = Array.from({ length: 1_000 }, (_, i) => ({ ...event(String(i), true), ...texts }));
    for (const list of ['listStreams', 'listMarkers', 'listOfStreamer'] as const) {
      jest.spyOn(FakeRepository.prototype, list).mockResolvedValue(many);
    }
    try {
      const { streams, markers } = await service.findEvent('3');
      for (const list of [streams, markers, await service.listOfStreamer('known')]) {
        expect(list.length).toBeGreaterThan(10);
        expect(list).toEqual(many.slice(0, list.length));
        expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(1_000_000);
      }
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('finds no private event where no token is configured', async () => {
    await expect(closed.findEvent('42')).resolves.toMatchObject(privateEvent);
    await expect(service.findEvent('42')).rejects.toEqual(unknown);
  });

  it.each(['9', '03', 'abc', '-1', '9223372036854775808'])('finds no event %j', async (id) => {
    await expect(closed.findEvent(id)).rejects.toEqual(unknown);
  });
});
