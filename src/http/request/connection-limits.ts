/** Limits of a connection, in milliseconds and bytes. Node's defaults are a minute, checked twice a minute. */
export const connectionLimits = {
  /** From the start of the connection, or the end of the previous request, to the end of the request's headers. */
  headersTimeout: 10_000,
  /** Until the end of a request with its body. */
  requestTimeout: 15_000,
  /** Maximum idle time after a response. Longer than in load balancers, so that they close connections first. */
  keepAliveTimeout: 65_000,
  /** Interval of the checks of the first two limits. */
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
} as const;

/**
 * How long a client may stop reading its response, in milliseconds. Node checks the number of unsent bytes at this
 * interval. It closes the connection if the number has not changed, so after at most twice this time.
 */
export const stalledMs = 15_000;
