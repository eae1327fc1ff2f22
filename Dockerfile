# An image of the server. The data folder is a volume. The user `lagrum`, who serves, may only read it; `lagrum-update`, who imports,
# fetches and builds, owns it. So whoever takes over the server cannot change the law, also where the volume is writable.
#   docker build -t lagrum .
#   docker run -v lag:/srv/lag:ro -p 8080:8080 lagrum
#   docker run --user lagrum-update:lagrum -v lag:/srv/lag lagrum lagrum build
# A folder of the machine instead of the named volume: chown it to the ids of `docker run lagrum id lagrum-update`, mode 2750.
# The bases are named by tag, so that a build has their latest fixes. To build upon exactly known bases, name them by digest:
#   docker build --build-arg RUST_IMAGE=rust@sha256:… --build-arg DEBIAN_IMAGE=debian@sha256:… -t lagrum .
ARG RUST_IMAGE=rust:1-slim
ARG DEBIAN_IMAGE=debian:stable-slim

FROM ${RUST_IMAGE} AS built
RUN apt-get update && apt-get install -y --no-install-recommends build-essential && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cargo build --release --locked --package lagrum

FROM ${DEBIAN_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --system --user-group --create-home lagrum \
    && useradd --system --gid lagrum --create-home lagrum-update \
    && install -d -o lagrum-update -g lagrum -m 2750 /srv/lag \
    && install -d -o lagrum -g lagrum -m 0750 /var/cache/lagrum
COPY --from=built /src/target/release/lagrum /usr/local/bin/lagrum
USER lagrum:lagrum
ENV LAGRUM_DATA=/srv/lag LAGRUM_CACHE_DIR=/var/cache/lagrum LAGRUM_LISTEN=0.0.0.0:8080
VOLUME /srv/lag
EXPOSE 8080
STOPSIGNAL SIGTERM
CMD ["lagrum", "serve", "--log-format", "json"]
