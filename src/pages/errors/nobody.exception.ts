import { NotFoundException } from '@nestjs/common';
import { SimilarStreamer } from '../../streamer/dto/listed-streamer.response.js';

/** The address of a page has the name of an unknown streamer. */
export class NobodyException extends NotFoundException {
  constructor(
    message: string,
    /** The name in the address. */
    readonly wanted: string,
    /** Streamers with a similar name. */
    readonly similar: readonly SimilarStreamer[],
  ) {
    super(message);
  }
}
