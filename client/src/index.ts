/** A function for each operation of the API, with types of parameters and responses. `defaults` contains address and headers. */
export * from './generated/operations.js';
/** `ok` returns the body of a response, and throws an HttpError for an error. `handle` calls a function for each status. */
export { handle, HttpError, ok } from '@oazapfts/runtime';
