import DataLoader from 'dataloader';

// What one statement costs, besides what each key costs, is shared by so many; more would make the first wait for the last.
const mostAtOnce = 16;

/**
 * A read by key that gathers what is asked for while the process is busy with other requests: one statement for many keys,
 * where each of its own would spend most of its time on the way to PostgreSQL and back. `read` answers in the order of its
 * keys.
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

/** Whether a value that was read is at fault, which is no reason for those to fail who asked for others. */
function isOfValue(error: unknown): boolean {
  // Class 22 of PostgreSQL's error codes is that of data exceptions.
  return error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('22') === true;
}
