import { NotFoundException } from '@nestjs/common';

export const unknownStreamerMessage = 'There is no streamer with this login or channel id.';

/** What was found of a streamer. Throws a NotFoundException for null, which stands for an unknown streamer. */
export function knownStreamer<Found>(found: Found | null): Found {
  if (found === null) throw new NotFoundException(unknownStreamerMessage);
  return found;
}
