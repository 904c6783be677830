import { NotFoundException } from '@nestjs/common';

/** What a service finds; null where it answers that there is no such thing. */
export async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}
