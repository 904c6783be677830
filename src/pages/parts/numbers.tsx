import { fullNumber, quotientInTenths, roundedQuotient, threeDigits } from '../../charts/number-labels.js';

/** What stands for an unknown value. */
export function Unknown() {
  return (
    <span class="muted">
      <span aria-hidden="true">–</span>
      <span class="sr">unknown</span>
    </span>
  );
}

/** A short form for people who see it, and all digits on hover and for screen readers. In a column the units have a place. */
function Short({ value, sign = '' }: { value: number; sign?: string }) {
  const { digits, unit } = threeDigits(value);
  const mark = <span class="u">{unit}</span>;
  if (unit === '') {
    return (
      <>
        {sign + digits}
        {mark}
      </>
    );
  }
  const all = sign + fullNumber(value);
  return (
    <span title={all}>
      <span aria-hidden="true">
        {sign + digits}
        {mark}
      </span>
      <span class="sr">{all}</span>
    </span>
  );
}

/** A count such as 12.3k. */
export function Count({ value }: { value: number | null }) {
  return value === null ? <Unknown /> : <Short value={value} />;
}

/** A difference such as +12.3k or −40. */
export function Gain({ value }: { value: number | null }) {
  if (value === null) return <Unknown />;
  if (value === 0) return <Short value={0} />;
  return (
    <span class={value > 0 ? 'up' : 'down'}>
      <Short value={Math.abs(value)} sign={value > 0 ? '+' : '−'} />
    </span>
  );
}

/** Viewer-minutes or minutes as a number of hours. */
export function Hours({ minutes }: { minutes: number | null }) {
  return minutes === null ? <Unknown /> : <Quotient dividend={minutes} divisor={60} />;
}

/** A quotient of whole numbers with one digit after the point or, from 100 on, in the short form of its whole number. */
export function Quotient({ dividend, divisor }: { dividend: number; divisor: number }) {
  const tenths = quotientInTenths(dividend, divisor);
  if (Math.abs(tenths) >= 100) return <Short value={roundedQuotient(dividend, divisor)} />;
  // The digits after the point stand below each other.
  return (
    <>
      {tenths.toFixed(1)}
      <span class="u" />
    </>
  );
}

/** How a value compares with the one of the window before, such as ▲ 12%. Nothing where there is none to compare with. */
export function Change({ now, before }: { now: number | null; before: number | null | undefined }) {
  if (now === null || before === null || before === undefined || before <= 0) return null;
  const percent = roundedQuotient(100n * (BigInt(now) - BigInt(before)), before);
  const size = Math.abs(percent) > 999 ? '>999' : String(Math.abs(percent));
  if (percent === 0) return <span class="change">±0%</span>;
  return (
    <span class={`change ${percent > 0 ? 'up' : 'down'}`}>
      <span aria-hidden="true">{percent > 0 ? '▲' : '▼'} </span>
      <span class="sr">{percent > 0 ? 'up ' : 'down '}</span>
      {size}%
    </span>
  );
}
