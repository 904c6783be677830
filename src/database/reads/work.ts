import { AsyncLocalStorage } from 'node:async_hooks';

/** Microseconds of processor time, of server and database together, per item, measured on two cores with PostgreSQL 15. */
const microsOf = {
  /** A viewer sample or a follower count that is read. */
  sample: 1.5,
  /** A stream that PostgreSQL adds to a figure. */
  stream: 1,
  /** A stream that PostgreSQL compares with the filters of a list. */
  comparison: 5,
  /** A row that is returned and shown. */
  row: 15,
};

const reports = new AsyncLocalStorage<(milliseconds: number) => void>();

/** Runs an action, and reports the milliseconds of processor time of the work that it and its loads count. */
export function reportWork<Result>(report: (milliseconds: number) => void, action: () => Result): Result {
  return reports.run(report, action);
}

/** Counts items that a request has read. Work outside of a request is not reported. */
export function countWork(kind: keyof typeof microsOf, items: number): void {
  reports.getStore()?.((items * microsOf[kind]) / 1_000);
}
