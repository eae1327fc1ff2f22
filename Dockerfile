# An image of the server. The data folder is a volume, which the server only reads.
#   docker build -t lagrum .
#   docker run -v /srv/lag:/srv/lag:ro -p 8080:8080 lagrum
#   docker run -v /srv/lag:/srv/lag lagrum lagrum build
FROM rust:1-slim AS built
RUN apt-get update && apt-get install -y --no-install-recommends build-essential && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cargo build --release --locked --package lagrum

FROM debian:stable-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home lagrum && install -d -o lagrum /srv/lag /var/cache/lagrum
COPY --from=built /src/target/release/lagrum /usr/local/bin/lagrum
USER lagrum
ENV LAGRUM_DATA=/srv/lag LAGRUM_CACHE_DIR=/var/cache/lagrum LAGRUM_LISTEN=0.0.0.0:8080
VOLUME /srv/lag
EXPOSE 8080
STOPSIGNAL SIGTERM
CMD ["lagrum", "serve", "--log-format", "json"]
