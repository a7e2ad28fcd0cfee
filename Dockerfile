# docker build -t goce .                                                      PostgreSQL 15 with goce
# docker build -t goce --build-arg POSTGRES=18 .                              another version
# docker build -t goce-volume --build-arg POSTGRES=18 --target volume .       its files alone, for CloudNativePG
ARG POSTGRES=15

FROM rust:1-bookworm AS rust

FROM postgres:${POSTGRES}-bookworm AS build
COPY --from=rust /usr/local/cargo /usr/local/cargo
COPY --from=rust /usr/local/rustup /usr/local/rustup
ENV CARGO_HOME=/usr/local/cargo RUSTUP_HOME=/usr/local/rustup PATH=/usr/local/cargo/bin:$PATH
RUN apt-get update \
    && apt-get install -y --no-install-recommends build-essential ca-certificates postgresql-server-dev-$PG_MAJOR \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /goce
ARG PROFILE=release
ENV PG_CONFIG=/usr/lib/postgresql/$PG_MAJOR/bin/pg_config
# The crates of others, in a layer that changes of goce's sources leave as it is: its own packages are empty here, but
# for one that tract-core needs.
COPY Cargo.toml Cargo.lock ./
COPY crates/flat-html/Cargo.toml crates/flat-html/
COPY crates/goce-archive/Cargo.toml crates/goce-archive/
COPY crates/goce-core/Cargo.toml crates/goce-core/
COPY crates/goce-methods/Cargo.toml crates/goce-methods/
COPY crates/goce-papers/Cargo.toml crates/goce-papers/
COPY crates/goce-rows/Cargo.toml crates/goce-rows/
COPY crates/goce-sight/Cargo.toml crates/goce-sight/
COPY crates/plain-fft crates/plain-fft
RUN sed -i '/^\(default-\)\?members/d; /^\[\[/,/^$/d; /^readme/d' Cargo.toml crates/*/Cargo.toml \
    && for package in . crates/*; do mkdir -p $package/src && touch $package/src/lib.rs; done \
    && PGRX_PG_CONFIG_PATH=$PG_CONFIG cargo build --profile $PROFILE --package goce --features pg$PG_MAJOR
COPY . .
RUN touch src/lib.rs crates/*/src/lib.rs && make install DESTDIR=/package PROFILE=$PROFILE PG_CONFIG=$PG_CONFIG \
    && PROFILE=$PROFILE scripts/volume $PG_CONFIG /volume

FROM scratch AS volume
COPY --from=build /volume /

FROM postgres:${POSTGRES}-bookworm
COPY --from=build /package /
RUN echo 'CREATE EXTENSION goce;' > /docker-entrypoint-initdb.d/goce.sql
