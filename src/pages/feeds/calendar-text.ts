/** An entry of a calendar. Without an end, or with an end in the same second, it has no length. */
export interface CalendarEntry {
  /** Identifies the entry in all versions of the calendar. */
  uid: string;
  from: string;
  to: string | null;
  title: string;
  /** Lines of text. */
  about: readonly string[];
  url: string | undefined;
}

/** Characters that RFC 5545 does not allow in text, besides line breaks. */
// eslint-disable-next-line no-control-regex
const notText = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const maxOctets = 75;

/** Returns a calendar as iCalendar (RFC 5545). Equal entries give equal bytes. */
export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//streaming-analytics-api//EN',
    `X-WR-CALNAME:${escapeCalendarText(name)}`,
    ...entries.flatMap(writeEntry),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function writeEntry({ uid, from, to, title, about, url }: CalendarEntry): string[] {
  const [start, end] = [calendarTime(from), to === null ? null : calendarTime(to)];
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${end ?? start}`,
    `DTSTART:${start}`,
    ...(end !== null && end > start ? [`DTEND:${end}`] : []),
    `SUMMARY:${escapeCalendarText(title)}`,
    ...(about.length > 0 ? [`DESCRIPTION:${escapeCalendarText(about.join('\n'))}`] : []),
    ...(url === undefined ? [] : [`URL:${url}`]),
    // The reader of a calendar is not busy while somebody else streams.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Returns a moment in ISO 8601, in whole seconds, such as `20261128T094500Z`. */
function calendarTime(at: string): string {
  return `${at.slice(0, 19).replace(/[-:]/g, '')}Z`;
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
