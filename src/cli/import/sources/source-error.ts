/** An input that cannot be read to its end, so that nobody knows what is missing. */
export class SourceError extends Error {}
