/** An entry of a calendar. It lasts at least a second, also without an end. */
export interface CalendarEntry {
  /** Identifies the entry in all versions of the calendar. */
  uid: string;
  from: string;
  to: string | null;
  changedAt: string;
  title: string;
  /** Lines of text. */
  about: readonly string[];
  url: string | undefined;
}

/** Characters that RFC 5545 does not allow in text, besides line breaks. */
// eslint-disable-next-line no-control-regex
const notText = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const maxOctets = 75;

/** Programs fetch the calendar again after this time. */
const refreshed = 'PT1H';

/** A revision is the number of seconds since this time, in 31 bits. */
const firstRevisionAt = Date.UTC(2000, 0);
const maxRevision = 2 ** 31 - 1;

/** Returns a calendar as iCalendar (RFC 5545). Equal entries give equal bytes. */
export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//streaming-analytics-api//EN',
    `X-WR-CALNAME:${escapeCalendarText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshed}`,
    `X-PUBLISHED-TTL:${refreshed}`,
    ...entries.flatMap(writeEntry),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function writeEntry({ uid, from, to, changedAt, title, about, url }: CalendarEntry): string[] {
  const [start, end, changed] = [from, to ?? from, changedAt].map((at) => Date.parse(at)) as [number, number, number];
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${calendarTime(changed)}`,
    `LAST-MODIFIED:${calendarTime(changed)}`,
    `SEQUENCE:${revisionAt(changed)}`,
    `DTSTART:${calendarTime(start)}`,
    `DTEND:${calendarTime(Math.max(end, start + 1_000))}`,
    `SUMMARY:${escapeCalendarText(title)}`,
    ...(about.length > 0 ? [`DESCRIPTION:${escapeCalendarText(about.join('\n'))}`] : []),
    ...(url === undefined ? [] : [`URL:${url}`]),
    // The reader of a calendar is not busy while somebody else streams.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Returns a moment in ISO 8601, in whole seconds, such as `20261128T094500Z`. */
function calendarTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function revisionAt(changed: number): number {
  return Math.min(Math.max(0, Math.floor((changed - firstRevisionAt) / 1_000)), maxRevision);
}

function escapeCalendarText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(notText, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** Breaks a line into parts of at most 75 octets, each but the first after a space. Characters stay whole. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > maxOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}
