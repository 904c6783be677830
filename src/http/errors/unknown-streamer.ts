import { NotFoundException } from '@nestjs/common';

export const unknownStreamerMessage = 'No streamer has this login or channel ID.';

/** Returns the result of a lookup. Throws a NotFoundException for null, which means an unknown streamer. */
export function requireStreamer<Row>(found: Row | null): Row {
  if (found === null) throw new NotFoundException(unknownStreamerMessage);
  return found;
}
