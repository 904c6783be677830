import { fullNumber, pageNumber, quotientInTenths, roundedQuotient } from '../../charts/labels/number-labels.js';

/** The symbol for a value that is unknown or that does not exist. The empty unit aligns it with the digits of a column. */
export function Unknown() {
  return (
    <span class="muted">
      <span aria-hidden="true">–</span>
      <span class="sr">no figure</span>
      <span class="u" />
    </span>
  );
}

/**
 * A number with all digits or, from one million on, in short form with all digits in a tooltip and for screen readers.
 * Units have a column of their own.
 */
function Short({ value, sign = '' }: { value: number; sign?: string }) {
  const { digits, unit } = pageNumber(value);
  const short = (
    <>
      {sign + digits}
      <span class="u">{unit}</span>
    </>
  );
  if (unit === '') return short;
  const all = sign + fullNumber(value);
  return (
    <span title={all}>
      <span aria-hidden="true">{short}</span>
      <span class="sr">{all}</span>
    </span>
  );
}

/** A count such as 12,345 or 1.23M. */
export function Count({ value }: { value: number | null }) {
  return value === null ? <Unknown /> : <Short value={value} />;
}

/** A difference such as +12,345 or −40. The color depends on the sign, unless the difference is neutral. */
export function Gain({ value, isNeutral = false }: { value: number | null; isNeutral?: boolean }) {
  if (value === null) return <Unknown />;
  if (value === 0) return <Short value={0} />;
  const number = <Short value={Math.abs(value)} sign={value > 0 ? '+' : '−'} />;
  return isNeutral ? number : <span class={value > 0 ? 'up' : 'down'}>{number}</span>;
}

/** Viewer-minutes or minutes, shown as hours. */
export function Hours({ minutes }: { minutes: number | null }) {
  return minutes === null ? <Unknown /> : <Quotient dividend={minutes} divisor={60} />;
}

/** A figure that is not 0, but smaller than the smallest one that is shown. The empty unit aligns it in a column. */
export function Least({ value }: { value: string }) {
  return (
    <>
      {'< '}
      {value}
      <span class="u" />
    </>
  );
}

/** A quotient of integers with one decimal. From 100 on, a rounded integer. */
export function Quotient({ dividend, divisor }: { dividend: number; divisor: number }) {
  const tenths = quotientInTenths(dividend, divisor);
  if (tenths === 0 && dividend > 0) return <Least value="0.1" />;
  if (Math.abs(tenths) >= 100) return <Short value={roundedQuotient(dividend, divisor)} />;
  // The empty unit aligns the decimals in a column.
  return (
    <>
      {tenths.toFixed(1)}
      <span class="u" />
    </>
  );
}

export interface ChangeProps {
  now: number | null;
  before: number | null | undefined;
  /** Whether more is not better. Such a change has no color. */
  isNeutral?: boolean | undefined;
}

/** A change in percent, and the color that it has. */
export interface PercentChange {
  direction: 'up' | 'down' | 'none';
  text: string;
  colour: 'up' | 'down' | 'none';
}

/** Returns the change from the previous window, such as 12%. Null without a comparable value. */
export function computeChange({ now, before, isNeutral = false }: ChangeProps): PercentChange | null {
  if (now === null || before === null || before === undefined || before <= 0) return null;
  const percent = roundedQuotient(100n * (BigInt(now) - BigInt(before)), before);
  if (percent === 0) return { direction: 'none', text: '±0%', colour: 'none' };
  const size = Math.abs(percent) > 999 ? '>999' : String(Math.abs(percent));
  const direction = percent > 0 ? 'up' : 'down';
  return { direction, text: `${size}%`, colour: isNeutral ? 'none' : direction };
}

/** The change from the previous window, such as ▲ 12%. Renders nothing without a comparable value. */
export function Change(values: ChangeProps) {
  const change = computeChange(values);
  if (change === null) return null;
  const { direction, text, colour } = change;
  return (
    <span class={colour === 'none' ? 'change' : `change ${colour}`}>
      {direction === 'none' ? null : (
        <>
          <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'} </span>
          <span class="sr">{direction} </span>
        </>
      )}
      {text}
    </span>
  );
}
