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
# The crates that goce needs, the parser too, in a layer that changes of goce's sources leave as it is: goce is a library
# of nothing here, and the other packages, programs and tests are not.
COPY Cargo.toml Cargo.lock ./
COPY crates crates
RUN sed -i '/^members/d; /^default-members/d; /^\[\[/,/^$/d' Cargo.toml && mkdir src && touch src/lib.rs \
    && PGRX_PG_CONFIG_PATH=$PG_CONFIG cargo build --profile $PROFILE --no-default-features --features pg$PG_MAJOR --lib
COPY . .
RUN touch src/lib.rs && make install DESTDIR=/package PROFILE=$PROFILE PG_CONFIG=$PG_CONFIG \
    && PROFILE=$PROFILE scripts/volume $PG_CONFIG /volume

FROM scratch AS volume
COPY --from=build /volume /

FROM postgres:${POSTGRES}-bookworm
COPY --from=build /package /
RUN echo 'CREATE EXTENSION goce;' > /docker-entrypoint-initdb.d/goce.sql
