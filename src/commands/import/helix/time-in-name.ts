/**
 * A date with a time, as scripts name captures: 20261121T083000Z, 2026-11-21T08:30+02:00 or 2026-11-21_08-30-00. The parts of the time may
 * have another separator than the parts of the date, or no separator.
 */
const dateTime =
  /(?<!\d)(\d{4})([-._]?)(\d\d)\2(\d\d)([T_ -])(\d\d)([:.\-_]?)(\d\d)(?:\7(\d\d)(?:[.,](\d{3,9}|\d{1,2}(?=[Z+]))|-(\d{3,9})(?=Z))?)?(?!\d)/i;
/** 14 digits, as of `date +%Y%m%d%H%M%S`. Fewer or more may be an id. */
const digits = /(?<!\d)(20\d\d)()(\d\d)(\d\d)()(\d\d)()(\d\d)(\d\d)(?!\d)/;
/** What nobody writes who does not mean a time. */
const likeTime = /\d{4}-?\d\d-?\d\dT\d|\d:\d\d/i;
const zone = /^[_ ]?(?:(?:Z|UTC|GMT)(?![a-z])|([+-])(\d\d)(?:[:-]?(\d\d))?(?![\d:]))/i;
/** A letter, a sign or a colon right behind a time, or the short name of a zone such as CET. */
const unknownZone = /^(?:[A-Za-z:\u2212]|[_ ]?\+|[_ -][A-Z]{2,4}T(?![A-Za-z]))/;

/** The name of a file has a time that cannot be read. */
export class UnreadableTime extends Error {
  constructor() {
    super(
      'the time in its name cannot be read. Write it as 2026-11-21T08:30:00Z or 2026-11-21T08:30:00+02:00, or set it with --at',
    );
  }
}

/** The time in a name, which is in UTC where it has no offset; undefined if there is none. Throws an {@link UnreadableTime}. */
export function timeInName(name: string): Date | undefined {
  const parts = dateTime.exec(name);
  if (parts === null) {
    if (likeTime.test(name)) throw new UnreadableTime();
    return toUtc(digits.exec(name), 0);
  }
  const isIso = /t/i.test(parts[5] ?? '') || parts[7] === ':';
  const time = toUtc(parts, offsetMinutes(name.slice(parts.index + parts[0].length), isIso));
  if (time === undefined) throw new UnreadableTime();
  return time;
}

function toUtc(parts: RegExpExecArray | null, offset: number): Date | undefined {
  if (parts === null) return undefined;
  const [, year, , month, day, , hour, , minute, second = '00', point, dash] = parts;
  const fraction = (point ?? dash ?? '').slice(0, 3).padEnd(3, '0');
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`;
  const time = new Date(text);
  // The parser reads 30 February as 2 March.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== text) return undefined;
  return new Date(time.getTime() - offset * 60_000);
}

/** How far a time is ahead of UTC by what follows it. A hyphen with two digits may also be the number of a page, unless the time is ISO 8601. */
function offsetMinutes(rest: string, isIso: boolean): number {
  const [found, sign, hours, minutes] = zone.exec(rest) ?? [];
  if (found === undefined && unknownZone.test(rest)) throw new UnreadableTime();
  if (sign === undefined) return 0;
  const isOffset = Number(hours) <= 14 && ['00', '15', '30', '45'].includes(minutes ?? '00');
  if (!isOffset || (sign === '-' && minutes === undefined && !isIso)) throw new UnreadableTime();
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes ?? 0));
}
