import path from 'node:path';
import { formatQuantity } from '../../../logging/format-count.js';
import { FileError } from '../../errors.js';
import { timeInName } from './time-in-name.js';

const sources = {
  name: 'the time in the file name',
  file: 'the modification time of the file',
  now: 'the time of this import',
} as const;

const unreadable =
  'the time in the file name is invalid. Write it as 2026-11-21T08:30:00Z or 2026-11-21T08:30:00+02:00, or set --at';

/** The observation time of an input's pages without a time of their own, and the source of that time. */
export class PageTime {
  /** Number of pages without a time of their own. */
  pages = 0;

  constructor(
    readonly at: Date,
    readonly source: keyof typeof sources,
    /** The reason why no page may use this time. */
    private readonly problem?: string,
  ) {}

  /** Uses the time in a file's name or, if the name has none, the modification time. */
  static forFile(file: string, modifiedAt: Date): PageTime {
    const named = timeInName(path.basename(file));
    if (named) return new PageTime(named, 'name');
    return new PageTime(modifiedAt, 'file', named === null ? `${file}: ${unreadable}` : undefined);
  }

  /** Counts a page that uses the time. Throws a FileError if the time in the file's name cannot be read. */
  take(): void {
    if (this.problem !== undefined) throw new FileError(this.problem);
    this.pages += 1;
  }
}

/** Describes the sources of the times of pages, except pages with a time of their own. */
export function describePageTimes(times: readonly PageTime[]): string[] {
  const used = times.filter(({ pages }) => pages > 0);
  return (Object.keys(sources) as PageTime['source'][]).flatMap((source) => {
    const sourceTimes = used.filter((time) => time.source === source);
    const moments = sourceTimes.map(({ at }) => at.toISOString()).sort();
    if (moments.length === 0) return [];
    const [first, last] = [moments[0], moments.at(-1)];
    const range = first === last ? first : `${first} to ${last}`;
    const pages = sourceTimes.reduce((sum, time) => sum + time.pages, 0);
    return [`${formatQuantity(pages, 'page')} without a time. The import used ${sources[source]}, ${range}.`];
  });
}
