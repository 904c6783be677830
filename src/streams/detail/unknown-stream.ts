import { NotFoundException } from '@nestjs/common';
import { parseId } from '../../database/platforms/platform-ids.js';

export const unknownStreamMessage = 'No stream has this ID.';

/** Returns the result of a lookup. Throws a NotFoundException if it is null, which means that the stream is unknown. */
export function requireStream<Row>(found: Row | null): Row {
  if (found === null) throw new NotFoundException(unknownStreamMessage);
  return found;
}

/** Parses a stream ID. Throws a NotFoundException if the text is not a valid ID. */
export function parseStreamId(text: string): bigint {
  return requireStream(parseId(text));
}
