import { formatQuantity } from '../../../logging/format-count.js';

const maxDifferenceSeconds = 300;

/**
 * Compares the clock of this machine with the Date header of a response that has just arrived. Returns a sentence if they
 * differ by more than five minutes. A response without the header says nothing.
 */
export function describeWrongClock(headers: Headers, now: Date): string | undefined {
  const sent = Date.parse(headers.get('date') ?? '');
  // A response from a cache is older than its arrival.
  const age = Number(headers.get('age') ?? 0);
  if (Number.isNaN(sent + age)) return undefined;
  const ahead = Math.floor(now.getTime() / 1_000) - sent / 1_000 - age;
  if (Math.abs(ahead) <= maxDifferenceSeconds) return undefined;
  const [ofClock, ofResponse] = [now, new Date(sent)].map((at) => at.toISOString());
  const difference = `${formatQuantity(Math.abs(ahead), 'second')} ${ahead > 0 ? 'ahead' : 'behind'}`;
  return `the clock of this machine says ${ofClock}, and a response is from ${ofResponse}, so the clock is ${difference}`;
}
