import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

/** Smaller responses are not counted. */
const minCountedBytes = 64 * 1024;

/** Limits the bytes of large responses that clients have not yet read, because slow readers keep them in memory. */
@Injectable()
export class UnsentBytes {
  maxBytes = 64 * 1024 * 1024;
  pendingBytes = 0;

  /** Counts a response until it is sent or the client disconnects. Returns false if it would exceed the limit. */
  reserve(response: Response, byteLength: number): boolean {
    if (byteLength < minCountedBytes) return true;
    if (this.pendingBytes + byteLength > this.maxBytes) return false;
    this.pendingBytes += byteLength;
    response.once('close', () => (this.pendingBytes -= byteLength));
    return true;
  }
}
