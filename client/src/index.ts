/** A function for each operation of the API, and the types of what they take and answer. `defaults` has the address and the headers. */
export * from './generated/operations.js';
/** `ok` gives the body of an answer, and throws an HttpError for an error; `handle` takes a function for each status. */
export { handle, HttpError, ok } from '@oazapfts/runtime';
