import DataLoader from 'dataloader';

// The fixed cost of a statement is shared by its keys. With more keys the first caller would wait for the last.
const mostAtOnce = 16;

/**
 * Combines reads by key that arrive while the process handles other requests. One statement for many keys saves most of
 * the round trips to PostgreSQL. `read` returns the values in the order of its keys.
 */
export function inBatches<Key, Found>(
  read: (keys: readonly Key[]) => Promise<Found[]>,
  mostKeys = mostAtOnce,
): (key: Key) => Promise<Found> {
  const readAll = async (keys: readonly Key[]): Promise<(Found | Error)[]> => {
    try {
      return await read(keys);
    } catch (error) {
      if (keys.length === 1 || !isOfValue(error)) throw error;
      return Promise.all(keys.map((key) => readAlone(key)));
    }
  };
  const readAlone = async (key: Key): Promise<Found | Error> => {
    try {
      return (await read([key]))[0] as Found;
    } catch (error) {
      return error as Error;
    }
  };
  const loader = new DataLoader(readAll, {
    cache: false,
    maxBatchSize: mostKeys,
    batchScheduleFn: (send) => void setImmediate(send),
  });
  return (key) => loader.load(key);
}

/** True if the error concerns a single value. The reads of the other keys should not fail then. */
function isOfValue(error: unknown): boolean {
  // Class 22 of PostgreSQL's error codes contains data exceptions.
  return error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('22') === true;
}
