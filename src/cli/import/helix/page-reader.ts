import { Line, LineReader } from '../sources/line-reader.js';

/** A JSON object with an array `data`, as Helix answers them. */
export type HelixPage = Record<string, unknown> & { data: unknown[] };

/** A page, or why there is none. */
export interface ReadPage {
  /** Where it begins. */
  line: number;
  page: HelixPage | null;
  problem: string | null;
  raw: string;
}

/** Thousands of times as long as a page of 100 streams. */
const longestPageBytes = 16 * 1024 * 1024;

/** Reads pages: one a line, or spread over several lines. */
export async function* readPages(bytes: AsyncIterable<Buffer>): AsyncGenerator<ReadPage[]> {
  const lines = new LineReader(longestPageBytes);
  const pages = new PageReader();
  for await (const chunk of bytes) yield pages.push(lines.push(chunk));
  yield pages.push(lines.finish());
  yield pages.finish();
}

/** A page as it stands in a record, or why it is none. */
export function asPage(value: unknown): HelixPage | string {
  if (typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)) {
    return value as HelixPage;
  }
  return 'is no page of Helix: it has no array "data"';
}

/** Finds the pages in lines. */
class PageReader {
  /** Lines of a page whose end has not come yet. */
  private open: Line[] = [];
  private openLength = 0;

  push(lines: Line[]): ReadPage[] {
    return lines.flatMap((line) => this.pushLine(line));
  }

  /** What a last page lacks. */
  finish(): ReadPage[] {
    return this.open.length === 0 ? [] : [this.giveUp()];
  }

  private pushLine(line: Line): ReadPage[] {
    if (line.problem !== null) return [...this.finish(), toProblem(line, line.problem)];
    const value = parse(line.text);
    if (this.open.length === 0) {
      if (value !== undefined) return [toPage(line, value)];
      if (line.text.trim() !== '') this.keep(line);
      return [];
    }
    // A whole page in a line of its own shows that the one before was broken off.
    if (value !== undefined && typeof asPage(value) !== 'string') return [...this.finish(), toPage(line, value)];
    this.keep(line);
    return this.openLength > longestPageBytes ? this.finish() : this.takeIfWhole();
  }

  private keep(line: Line): void {
    this.open.push(line);
    this.openLength += line.text.length;
  }

  private takeIfWhole(): ReadPage[] {
    if (!this.open.at(-1)?.text.trimEnd().endsWith('}')) return [];
    const joined = this.joined();
    const value = parse(joined.text);
    if (value === undefined) return [];
    this.clear();
    return [toPage(joined, value)];
  }

  private giveUp(): ReadPage {
    const joined = this.joined();
    this.clear();
    return toProblem(joined, 'is not JSON, or breaks off');
  }

  private joined(): Line {
    const text = this.open.map((line) => line.text).join('\n');
    return { number: this.open[0]?.number ?? 0, text, problem: null };
  }

  private clear(): void {
    this.open = [];
    this.openLength = 0;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function toPage(line: Line, value: unknown): ReadPage {
  const page = asPage(value);
  if (typeof page === 'string') return toProblem(line, page);
  return { line: line.number, page, problem: null, raw: line.text };
}

function toProblem(line: Line, problem: string): ReadPage {
  return { line: line.number, page: null, problem, raw: line.text };
}
