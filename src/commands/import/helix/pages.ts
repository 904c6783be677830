import { cutLongLine, Line, longestLineBytes, readLines } from '../formats/lines.js';
import { isBlank } from '../formats/ndjson.js';
import { badRecord, InputRecord } from '../input.js';
import { isTooDeep, tooDeep } from '../nesting.js';

/** A JSON object with an array `data`, as Helix answers them. */
export type HelixPage = Record<string, unknown> & { data: unknown[] };

/** Hundreds of times as long as a page of 100 streams. */
const longestPageBytes = 16 * 1024 * 1024;
const mostPageLines = 100_000;
const tooLongPage = `is longer than ${longestPageBytes} characters or ${mostPageLines} lines`;
const brokenOff = 'is not JSON, or breaks off';
const notAPage = 'is no page of Helix: it has no array "data"';

/** Reads pages: one a line, or spread over several lines. */
export async function* readPages(bytes: AsyncIterable<Buffer>): AsyncGenerator<InputRecord[]> {
  const pages = new PageReader();
  for await (const lines of readLines(bytes, longestPageBytes)) {
    yield lines.flatMap((line) => pages.push(line));
  }
  yield pages.giveUp();
}

/** A value that is to be a page. */
export function pageRecord(line: number, value: unknown, raw: string): InputRecord {
  if (isTooDeep(value)) return badRecord(line, tooDeep, cutLongLine(raw));
  return isPage(value) ? { line, record: value, problem: null, raw } : badRecord(line, notAPage, raw);
}

export function isPage(value: unknown): value is HelixPage {
  return typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
}

/** Finds the pages in lines. It parses a page once, however many lines it has: when its last bracket is closed. */
class PageReader {
  /** The lines of a page whose end has not come yet, the number of the first, and how many brackets are open. */
  private open: { number: number; lines: string[]; length: number; brackets: number } | null = null;

  push({ number, text, problem }: Line): InputRecord[] {
    if (problem !== null) return [...this.giveUp(), badRecord(number, problem, text)];
    if (isBlank(text)) return [];
    const value = parseWhole(text, this.open !== null);
    // A whole page in a line of its own shows that the one before was broken off.
    if (value !== undefined) return [...this.giveUp(), pageRecord(number, value, text)];
    this.open ??= { number, lines: [], length: 0, brackets: 0 };
    const { open } = this;
    open.lines.push(text);
    open.length += text.length + 1;
    open.brackets += openBrackets(text);
    if (open.brackets <= 0) return this.take();
    return open.length > longestPageBytes || open.lines.length > mostPageLines ? this.giveUp(tooLongPage) : [];
  }

  /** Reports the lines of a page that has no end. */
  giveUp(problem = brokenOff): InputRecord[] {
    const { open } = this;
    this.open = null;
    if (open === null) return [];
    const text = open.lines.join('\n');
    return [badRecord(open.number, problem, text.length > longestLineBytes ? cutLongLine(text) : text)];
  }

  private take(): InputRecord[] {
    const { number, lines, brackets } = this.open!;
    const text = lines.join('\n');
    const value = brackets < 0 ? undefined : parse(text);
    if (value === undefined) return this.giveUp();
    this.open = null;
    return [pageRecord(number, value, text)];
  }
}

/** The object that a line is; undefined where it is none or, within a page, an item of that page. */
function parseWhole(text: string, isWithinPage: boolean): unknown {
  if (!text.startsWith('{') || !text.trimEnd().endsWith('}')) return undefined;
  if (!isWithinPage) return parse(text);
  const value = text.includes('"data"') ? parse(text) : undefined;
  return isPage(value) ? value : undefined;
}

/** How many brackets a line leaves open; less than 0 where it closes those of earlier lines. No text goes over a line. */
function openBrackets(line: string): number {
  let open = 0;
  let isInText = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (isInText && character === '\\') at++;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === '{' || character === '[') open++;
    else if (character === '}' || character === ']') open--;
  }
  return open;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
