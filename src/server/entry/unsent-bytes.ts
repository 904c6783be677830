import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

/** Smaller responses are not counted. */
const smallest = 64 * 1024;

/** Limits the bytes of large responses that clients have not yet read, because slow readers keep them in memory. */
@Injectable()
export class UnsentBytes {
  most = 64 * 1024 * 1024;
  bytes = 0;

  /** Counts a response until it is sent or the client disconnects. Returns false if it would exceed the limit. */
  take(response: Response, byteLength: number): boolean {
    if (byteLength < smallest) return true;
    if (this.bytes + byteLength > this.most) return false;
    this.bytes += byteLength;
    response.once('close', () => (this.bytes -= byteLength));
    return true;
  }
}
