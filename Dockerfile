# Orrery in a container: `docker build -t orrery .`, then `docker run -p 127.0.0.1:4010:4010 orrery`.
# NODE is any image with Node >= 20.19, npm and a shell.
ARG NODE=docker.io/library/node:22-bookworm-slim

FROM ${NODE} AS build
WORKDIR /orrery
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# What an installed package needs, at the versions of the lock file; nothing that builds or tests.
FROM ${NODE} AS packages
WORKDIR /orrery
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE}
ENV NODE_ENV=production
COPY --from=packages /orrery /orrery
COPY --from=build /orrery/dist /orrery/dist
COPY scenarios /orrery/scenarios
COPY LICENSE CHANGELOG.md /orrery/
# Reports are written here; files of the user are mounted here.
RUN mkdir /work && chown 1000:1000 /work
WORKDIR /work
USER 1000:1000
EXPOSE 4010
# This call is no part of the world: it enters no session, changes no digest, and no rate limit or policy applies to it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_sim/agents?limit=1').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/orrery/dist/src/host/cli/main.js"]
CMD ["serve", "--host", "0.0.0.0"]
