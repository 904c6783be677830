import { NotFoundException } from '@nestjs/common';
import { parseId } from '../database/identifiers.js';

export const unknownStreamMessage = 'There is no stream with this id.';

/** What was found of a stream. Throws a NotFoundException for null, which stands for an unknown stream. */
export function knownStream<Found>(found: Found | null): Found {
  if (found === null) throw new NotFoundException(unknownStreamMessage);
  return found;
}

/** The id of a stream. Throws a NotFoundException for a text that cannot be an id. */
export function streamIdOf(text: string): bigint {
  return knownStream(parseId(text));
}
