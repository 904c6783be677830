/** Limits of a connection, in milliseconds and bytes. Node's defaults are a minute, checked twice a minute. */
export const connectionLimits = {
  /** From the beginning of the connection, or the end of the previous request, until the end of a request's headers. */
  headersTimeout: 10_000,
  /** Until the end of a request with its body. */
  requestTimeout: 15_000,
  /** How long a connection may be idle after an answer. Longer than load balancers allow, so that they close it and not we. */
  keepAliveTimeout: 65_000,
  /** How often the first two limits are checked. */
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
} as const;

/**
 * How long a client may read nothing of its answer, in milliseconds. Node checks this often how much is left to send, and
 * closes the connection when that has not changed: after twice this time at the latest.
 */
export const stalledMs = 15_000;
