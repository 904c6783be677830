import { randomBytes } from 'node:crypto';

/** The name of a file until it is complete. A random part separates processes that write the same file, also in containers. */
export function partialName(file: string): string {
  return `${file}.${randomBytes(4).toString('hex')}.partial`;
}
