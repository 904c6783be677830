import { NotFoundException } from '@nestjs/common';

export const unknownStreamerMessage = 'There is no streamer with this login or channel id.';

export function unknownStreamer(): NotFoundException {
  return new NotFoundException(unknownStreamerMessage);
}
