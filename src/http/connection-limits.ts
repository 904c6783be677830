/** What is asked of a connection, in milliseconds and bytes. Node's own limits are a minute, looked at twice a minute. */
export const connectionLimits = {
  /** Until the end of a request's headers, from the beginning of the connection or the end of the request before. */
  headersTimeout: 10_000,
  /** Until the end of a request with its body. */
  requestTimeout: 15_000,
  /** Without a request, once one was answered. Longer than load balancers keep theirs, who must be the ones to hang up. */
  keepAliveTimeout: 65_000,
  /** How often the first two are looked at. */
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
} as const;

/**
 * How long nothing of an answer may go through to a client that does not read it, in milliseconds. Node looks at what is
 * left to send this often, and hangs up when it is the same as the last time: after twice as long at the latest.
 */
export const stalledMs = 15_000;
