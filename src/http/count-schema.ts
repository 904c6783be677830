/** The OpenAPI schema of a count. It can be too large for 32 bits, and never is for a number of JavaScript. */
export const count = {
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;
