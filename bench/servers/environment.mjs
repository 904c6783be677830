/** The settings of a peer, from variables with the same names as those of the service. */
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
