import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

/** Smaller responses are not counted. */
const smallest = 64 * 1024;

/**
 * Counts the bytes of large responses that clients have not yet read. Limits the memory that slow readers use, because
 * each may hold a different response.
 */
@Injectable()
export class UnsentBytes {
  most = 64 * 1024 * 1024;
  bytes = 0;

  /** Counts a response until it was sent or the client has disconnected. Returns false if there is no room. */
  take(response: Response, byteLength: number): boolean {
    if (byteLength < smallest) return true;
    if (this.bytes + byteLength > this.most) return false;
    this.bytes += byteLength;
    response.once('close', () => (this.bytes -= byteLength));
    return true;
  }
}
