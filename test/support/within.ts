/** Returns the result of a promise. After `limitMs`, fails with the cause, long before the time limit of the test. */
export async function within<Result>(promise: Promise<Result>, cause: string, limitMs = 60_000): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(cause)), limitMs);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
