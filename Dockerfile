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

# Installs what runs: no dev dependencies, no PostgreSQL of its own, and of Prisma's query compilers the one in use.
FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional \
    && find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name 'query_compiler_small_bg.postgresql*' -delete \
    && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' \) -delete

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
# Half of the container's memory for the heap: the rest is for buffers and code. By itself Node takes half only from 512 MB
# on, and 259 MB below, however small the container is.
ENV NODE_OPTIONS=--max-old-space-size-percentage=50
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY prisma prisma
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Liveness, not readiness: what restarts an unhealthy container would lose the cache, which still answers while the database is away.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/v1/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As start:prod in package.json, which a test holds it to.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=30", "--no-allocation-site-pretenuring", "dist/main.js"]
