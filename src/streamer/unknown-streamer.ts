import { NotFoundException } from '@nestjs/common';

export const unknownStreamerMessage = 'There is no streamer with this login or channel id.';

/** Returns the result of a lookup. Throws a NotFoundException for null, which means an unknown streamer. */
export function knownStreamer<Found>(found: Found | null): Found {
  if (found === null) throw new NotFoundException(unknownStreamerMessage);
  return found;
}
