export function withLock<Result>(
  file: string,
  limitMs: number,
  action: (isTakenOver: boolean) => Promise<Result>,
): Promise<Result>;
