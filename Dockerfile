ARG NODE_IMAGE=node:24-bookworm-slim

# Builds the product with all dependencies.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY prisma prisma
COPY src src
RUN npm run build && find dist -name '*.map' -delete

# The simulated Twitch for docker-compose.demo.yml. The image of the service does not contain it.
FROM build AS twitch
COPY demo demo
RUN node scripts/compile-twitch.mjs /twitch
USER node
# The program stores nothing, so it may be killed. It listens on all addresses for the collector in another container.
STOPSIGNAL SIGKILL
CMD ["node", "/twitch/demo/twitch/demo.js", "8080", "0.0.0.0"]

# Installs only runtime files: no dev dependencies, no embedded PostgreSQL, no sources and types, and only the modules of Prisma's
# client that the generated code imports. The others are query compilers for other databases and module systems. Of the fonts, it
# keeps the two weights of the pictures.
FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional \
    && find node_modules/@expo-google-fonts -type f ! -name 'NotoSans_400Regular.ttf' ! -name 'NotoSans_700Bold.ttf' ! -name 'LICENSE*' ! -name package.json -delete \
    && find node_modules/@prisma/client/runtime -type f ! -name client.js ! -name 'query_compiler_small_bg.postgresql.*mjs' -delete \
    && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

# The base image without build tools: package managers, C headers and apt caches.
FROM ${NODE_IMAGE} AS base
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn* /opt/yarn* /var/cache/apt /var/lib/apt/lists

FROM scratch
COPY --from=base / /
ARG REVISION
LABEL org.opencontainers.image.title="Streaming analytics API" \
      org.opencontainers.image.description="A read-only REST API for live-streaming analytics that anyone can self-host" \
      org.opencontainers.image.version="1.3.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="MIT"
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV NODE_ENV=production
# Half of the container's memory for the heap; the rest is for buffers and code. By default, Node.js uses half only from 512 MB
# on, and 259 MB in all smaller containers.
ENV NODE_OPTIONS=--max-old-space-size-percentage=50
# By default, glibc's malloc creates a mostly unused heap for each thread.
ENV MALLOC_ARENA_MAX=2
# Prefix of commands in help and messages, because the image contains no npm.
ENV COMMAND_PREFIX="docker compose run --rm api"
# Mount point of a host folder with the files of commands.
WORKDIR /import
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
# The library that draws PNG consists of optional packages, one per platform.
COPY --from=build /app/node_modules/@resvg node_modules/@resvg
COPY --from=build /app/dist dist
COPY package.json ./
COPY prisma prisma
COPY docker/entrypoint.sh docker/entrypoint.sh
# The texts of /docs.
COPY CHANGELOG.md ./
COPY docs/api.md docs/metrics.md docs/webhooks.md docs/
# The ID of the user node. Kubernetes cannot verify a name. Any other user works too.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
# Liveness instead of readiness: restarting a container loses its cache, which serves responses while the database is down.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/v1/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Runs commands of the service by name: docker run IMAGE import FILE.
ENTRYPOINT ["/app/docker/entrypoint.sh"]
# The same flags as start:prod in package.json. A test compares them.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=20", "--no-allocation-site-pretenuring", "dist/main.js"]
