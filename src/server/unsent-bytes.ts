import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

/** A smaller answer is not worth being watched. */
const smallest = 64 * 1024;

/**
 * Counts what clients together have asked for and not yet read, of answers that are large. It bounds the memory that slow readers
 * take, each of whom may keep an answer that nobody else keeps.
 */
@Injectable()
export class UnsentBytes {
  most = 64 * 1024 * 1024;
  bytes = 0;

  /** Counts an answer until it was sent or its client has left; false if there is no room for it. */
  take(response: Response, byteLength: number): boolean {
    if (byteLength < smallest) return true;
    if (this.bytes + byteLength > this.most) return false;
    this.bytes += byteLength;
    response.once('close', () => (this.bytes -= byteLength));
    return true;
  }
}
