import { NotFoundException } from '@nestjs/common';

export const unknownStreamerMessage = 'There is no streamer with this login or channel id.';

/**
 * Returns the result of a lookup. Throws a NotFoundException if it is null, which means that the streamer is unknown.
 */
export function knownStreamer<Found>(found: Found | null): Found {
  if (found === null) throw new NotFoundException(unknownStreamerMessage);
  return found;
}
