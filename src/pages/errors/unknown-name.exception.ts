import { NotFoundException } from '@nestjs/common';
import { SimilarStreamer } from '../../streamer/dto/listed-streamer.response.js';

/** The address of a page has the name of an unknown streamer, or of a game that nobody streams. */
export class UnknownNameException extends NotFoundException {
  constructor(
    message: string,
    /** The name in the address. */
    readonly wanted: string,
    /** Streamers or games with a similar name. */
    readonly similar: { streamers: readonly SimilarStreamer[] } | { games: readonly { name: string }[] },
  ) {
    super(message);
  }
}
