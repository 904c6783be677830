import { OddLineError } from './chat-line.js';

/** Longest line, also one that has not ended yet, in bytes. */
export const maxLineBytes = 64 * 1024;

/** Makes lines of pieces that may end anywhere. */
export class LineSplitter {
  private rest: string[] = [];
  private restBytes = 0;

  /** Returns the lines that end in this piece. Throws an {@link OddLineError} if a line is too long. */
  take(piece: string): string[] {
    const [first = '', ...others] = piece.split('\n');
    this.keep(first);
    if (others.length === 0) return [];
    const lines = [this.rest.join(''), ...others.slice(0, -1)];
    this.rest = [];
    this.restBytes = 0;
    this.keep(others.at(-1) ?? '');
    return lines.map((line) => line.replace(/\r$/, '')).filter((line) => line !== '');
  }

  private keep(piece: string): void {
    this.restBytes += Buffer.byteLength(piece);
    if (this.restBytes > maxLineBytes) throw new OddLineError(`a line of more than ${maxLineBytes} bytes`);
    if (piece !== '') this.rest.push(piece);
  }
}
