/** A file that cannot be read or written to its end, so that nobody knows what is missing. */
export class FileError extends Error {}
