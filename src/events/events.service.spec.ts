import { Clock } from '../clock/clock.js';
import { loadConfig } from '../config/environment.js';
import { StreamerService } from '../streamer/streamer.service.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

it('returns at most the documented number of bytes of an event', async () => {
  // A control character takes six bytes of JSON.
  const texts = { title: '\u0001'.repeat(500), game_name: '\u0001'.repeat(200), description: '\u0001'.repeat(10_000) };
  const many = Array.from({ length: 1_000 }, (_, i) => ({ id: String(i), ...texts }));
  const list = async () => many;
  const repository = { findEvent: async () => ({}), listStreams: list, listMarkers: list, listOfStreamer: list };
  const service = new EventsService(
    repository as unknown as EventsRepository,
    { findId: async () => 7n } as unknown as StreamerService,
    new Clock(),
    loadConfig({}),
  );
  const { streams, markers } = await service.findEvent('3');
  for (const shown of [streams, markers, await service.listOfStreamer('known')]) {
    expect(shown.length).toBeGreaterThan(10);
    expect(shown).toEqual(many.slice(0, shown.length));
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(1_000_000);
  }
});
