# docker build -t goce . && docker run -e POSTGRES_PASSWORD=secret -p 5432:5432 goce
FROM rust:1-bookworm AS build
WORKDIR /goce
COPY . .
RUN make setup && make install DESTDIR=/package

FROM postgres:15-bookworm
COPY --from=build /package /
RUN echo 'CREATE EXTENSION goce;' > /docker-entrypoint-initdb.d/goce.sql
