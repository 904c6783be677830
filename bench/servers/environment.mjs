/** What the servers of the benchmark are told, under the names that ours has for it. */
export function readEnvironment({ env } = process) {
  return {
    port: Number(env.PORT),
    databaseUrl: env.DATABASE_URL,
    poolSize: Number(env.DATABASE_POOL_SIZE),
    token: env.API_TOKEN,
    rateLimit: Number(env.RATE_LIMIT),
    rateWindowMs: Number(env.RATE_WINDOW_SECONDS) * 1000,
    fromMemory: env.FROM_MEMORY === 'on',
  };
}
