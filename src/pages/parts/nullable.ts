import { NotFoundException } from '@nestjs/common';

/** Returns the result of a service; null if the service throws a NotFoundException. */
export async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}
