import { NotFoundException } from '@nestjs/common';

export const unknownStreamMessage = 'There is no stream with this id.';

export function unknownStream(): NotFoundException {
  return new NotFoundException(unknownStreamMessage);
}
