/** What the caller named cannot be imported. */
export class UsageError extends Error {}
