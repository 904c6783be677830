ARG NODE_IMAGE=node:24-bookworm-slim

# Builds with all dependencies.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY prisma prisma
COPY src src
RUN npm run build && find dist -name '*.map' -delete

# The simulated Twitch of docker-compose.demo.yml, which is not in the image of the service.
FROM build AS twitch
COPY test/support/random-numbers.ts test/support/
COPY test/support/twitch test/support/twitch
RUN node scripts/compile-twitch.mjs /twitch
USER node
# It keeps nothing, so it may be killed. The collector in another container reaches it.
STOPSIGNAL SIGKILL
CMD ["node", "/twitch/test/support/twitch/demo.js", "8080", "0.0.0.0"]

# Installs what runs: no dev dependencies, no PostgreSQL of its own, no sources and types, and of Prisma's client the modules
# that the generated code imports. The others are its query compilers for other databases and module systems.
FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional \
    && find node_modules/@prisma/client/runtime -type f ! -name client.js ! -name 'query_compiler_small_bg.postgresql.*mjs' -delete \
    && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

# The base without what only builds need: package managers, C headers, and what apt has downloaded.
FROM ${NODE_IMAGE} AS base
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn* /opt/yarn* /var/cache/apt /var/lib/apt/lists

FROM scratch
COPY --from=base / /
ARG REVISION
LABEL org.opencontainers.image.title="Streaming analytics API" \
      org.opencontainers.image.description="A read-only REST API for live-streaming analytics that anyone can self-host" \
      org.opencontainers.image.version="1.0.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="MIT"
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV NODE_ENV=production
# Half of the container's memory for the heap: the rest is for buffers and code. By itself Node takes half only from 512 MB
# on, and 259 MB below, however small the container is.
ENV NODE_OPTIONS=--max-old-space-size-percentage=50
# glibc's malloc would give each thread a heap of its own, of which much stays unused.
ENV MALLOC_ARENA_MAX=2
# How help and messages name commands, which have no npm here.
ENV COMMAND_PREFIX="docker compose run --rm api"
# Where a folder of the machine is mounted, for what commands read and write.
WORKDIR /import
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY prisma prisma
COPY docker/entrypoint.sh docker/entrypoint.sh
# The texts of /docs.
COPY docs/api.md docs/metrics.md docs/
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Liveness, not readiness: what restarts an unhealthy container would lose the cache, which still answers while the database is away.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/v1/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# A word that is no program is a command: docker run IMAGE import FILE.
ENTRYPOINT ["/app/docker/entrypoint.sh"]
# As start:prod in package.json, which a test holds it to.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=20", "--no-allocation-site-pretenuring", "dist/main.js"]
