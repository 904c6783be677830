import { RefusedError } from '../platforms/platform.js';

/**
 * Requests values, at most `size` per request. If the platform refuses a request for its values, requests each half,
 * down to the single values that the platform refuses: one malformed value must not hide the others. Returns the result
 * for some values, or the reason why the platform refuses a single value.
 */
export async function* requestInBatches<Result>(
  values: readonly string[],
  size: number,
  request: (values: readonly string[]) => Promise<Result>,
): AsyncGenerator<{ values: readonly string[]; result: Result | RefusedError }> {
  const batches = inBatches(values, size);
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const result = await request(batch).catch((error: unknown) => {
      if (error instanceof RefusedError && error.refused === 'values') return error;
      throw error;
    });
    const middle = batch.length >> 1;
    if (result instanceof RefusedError && middle > 0) batches.unshift(batch.slice(0, middle), batch.slice(middle));
    else yield { values: batch, result };
  }
}

export function inBatches<Value>(values: readonly Value[], size: number): (readonly Value[])[] {
  const batches = [];
  for (let from = 0; from < values.length; from += size) batches.push(values.slice(from, from + size));
  return batches;
}
