FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/prepare-node.js
# The image has its own Node: the one that npm brings for other machines goes.
RUN npm run build && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

FROM node:24-slim
# With one allocator arena for all threads, the process holds about 150 MB less freed memory.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:3000/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# Started directly, so that SIGTERM reaches it.
CMD ["node", "--max-semi-space-size=16", "src/server/main.ts"]
