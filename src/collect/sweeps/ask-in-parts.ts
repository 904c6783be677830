import { RefusedError } from '../platforms/platform.js';

/**
 * Asks for values in requests of at most `size` values. If the platform refuses a request for its values, asks for each
 * half, down to the single values that the platform refuses: one malformed value must not hide the others. Returns the
 * answer for some values, or the reason why the platform refuses a single value.
 */
export async function* askInParts<Answer>(
  values: readonly string[],
  size: number,
  ask: (values: readonly string[]) => Promise<Answer>,
): AsyncGenerator<{ values: readonly string[]; answer: Answer | RefusedError }> {
  const parts = [];
  for (let from = 0; from < values.length; from += size) parts.push(values.slice(from, from + size));
  for (let part = parts.shift(); part; part = parts.shift()) {
    const answer = await ask(part).catch((error: unknown) => {
      if (error instanceof RefusedError && error.refused === 'values') return error;
      throw error;
    });
    const middle = part.length >> 1;
    if (answer instanceof RefusedError && middle > 0) parts.unshift(part.slice(0, middle), part.slice(middle));
    else yield { values: part, answer };
  }
}
