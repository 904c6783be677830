import { RefusedError } from '../platforms/platform.js';

/**
 * Asks for values in one request. If the platform refuses the request for its values, asks for each half, down to the
 * single values that the platform refuses: one malformed value must not hide the others.
 */
export async function askByHalves(
  values: readonly string[],
  ask: (values: readonly string[]) => Promise<void>,
  onRefused: (value: string, error: RefusedError) => void,
): Promise<void> {
  try {
    await ask(values);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.refused !== 'values') throw error;
    const [value = ''] = values;
    if (values.length === 1) return onRefused(value, error);
    const middle = values.length >> 1;
    await askByHalves(values.slice(0, middle), ask, onRefused);
    await askByHalves(values.slice(middle), ask, onRefused);
  }
}
