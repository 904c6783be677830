import path from 'node:path';
import { countOf } from '../../format-count.js';

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
  ) {}

  /** That of a file: the time in its name or, without one there, the time at which it was modified. */
  static ofFile(file: string, modifiedAt: Date): PageTime {
    const named = timeInName(path.basename(file));
    return named ? new PageTime(named, 'name') : new PageTime(modifiedAt, 'file');
  }
}

/** A date with a time, as scripts name captures: 20261121T083000Z, 2026-11-21T08:30Z or 2026-11-21_08-30-00. It is in UTC. */
const nameTime = /(?<!\d)(\d{4})(-?)(\d\d)\2(\d\d)[T_-](\d\d)([:.-]?)(\d\d)(?:\6(\d\d))?Z?(?!\d)/;

export function timeInName(name: string): Date | undefined {
  const [, year, , month, day, hour, , minute, second = '00'] = nameTime.exec(name) ?? [];
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = new Date(text);
  // The parser reads 30 February as 2 March.
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? time : undefined;
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
