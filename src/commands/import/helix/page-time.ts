import path from 'node:path';
import { countOf } from '../../format-count.js';
import { FileError } from '../errors.js';
import { timeInName, UnreadableTime } from './time-in-name.js';

const sources = {
  name: 'the time in the name of the file',
  file: 'the time at which the file was last modified',
  now: 'the time of this import',
} as const;

/** When the pages of an input were observed that do not say so themselves, and where that time comes from. */
export class PageTime {
  /** How many pages had no time of their own. */
  pages = 0;

  constructor(
    readonly at: Date,
    readonly source: keyof typeof sources,
    /** Why no page may take this time. */
    private readonly problem?: string,
  ) {}

  /** That of a file: the time in its name or, without one there, the time at which it was modified. */
  static ofFile(file: string, modifiedAt: Date): PageTime {
    try {
      const named = timeInName(path.basename(file));
      return named ? new PageTime(named, 'name') : new PageTime(modifiedAt, 'file');
    } catch (error) {
      if (!(error instanceof UnreadableTime)) throw error;
      return new PageTime(modifiedAt, 'file', `${file}: ${error.message}`);
    }
  }

  /** Counts a page that takes it. Throws a FileError where the name of the file has a time that cannot be read. */
  take(): void {
    if (this.problem !== undefined) throw new FileError(this.problem);
    this.pages += 1;
  }
}

/** Sentences on where the times of pages come from, without those that say so themselves. */
export function describePageTimes(times: readonly PageTime[]): string[] {
  const used = times.filter(({ pages }) => pages > 0);
  return (Object.keys(sources) as PageTime['source'][]).flatMap((source) => {
    const ofSource = used.filter((time) => time.source === source);
    const moments = ofSource.map(({ at }) => at.toISOString()).sort();
    if (moments.length === 0) return [];
    const [first, last] = [moments[0], moments.at(-1)];
    const range = first === last ? first : `${first} to ${last}`;
    const pages = ofSource.reduce((sum, time) => sum + time.pages, 0);
    return [
      `Without a time of their own: ${countOf(pages, 'page')}. Taken as observed at ${sources[source]}, ${range}.`,
    ];
  });
}
