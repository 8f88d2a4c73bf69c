# The companion in a small image, as an ordinary user:
#   docker build -t tsena .
#   docker run -d --name tsena -p 127.0.0.1:4000:4000 -v tsena-data:/data --env-file tsena.env tsena

FROM node:22-bookworm AS build
WORKDIR /src
# The manifests alone first: dependencies are installed anew only when one of them changes.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/shared/package.json packages/shared/
COPY packages/widget/package.json packages/widget/
COPY packages/dashboard/package.json packages/dashboard/
COPY packages/sandbox/package.json packages/sandbox/
COPY packages/testkit/package.json packages/testkit/
COPY packages/server/package.json packages/server/
RUN npx -y pnpm@12 install --frozen-lockfile --filter tsena-checkout --filter "@tsena/server..."
COPY tsconfig.base.json ./
COPY packages packages
RUN npx tsc -b packages/server \
 && npx -y pnpm@12 --filter @tsena/widget --filter @tsena/dashboard --filter @tsena/server run build \
 && npx -y pnpm@12 --filter @tsena/server deploy --prod /app \
 && find /app -path '*/better-sqlite3/build/*' \( -name '*.a' -o -name 'obj*' -o -name 'test_extension*' \) -prune -exec rm -rf {} + \
 && chmod +x /app/dist/cli.js \
 && find /app \( -name '*.map' -o -name '*.d.ts' \) -type f -delete

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATABASE_URL=file:/data/tsena.db
COPY --from=build /app /app
# `docker exec tsena tsena doctor` finds the command.
RUN ln -s /app/dist/cli.js /usr/local/bin/tsena && install -d -o node -g node -m 700 /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself gets SIGTERM, and ends with 0 once everything under way is written.
STOPSIGNAL SIGTERM
CMD ["node", "/app/dist/cli.js", "serve"]
