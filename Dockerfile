# Zamki in a container, built in two stages. It runs as its own user and needs one volume, or none if its tables are in PostgreSQL
# (--build-arg REQUIREMENTS=requirements-postgres.lock installs the driver).
FROM python:3.13.9-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /zamki
ARG REQUIREMENTS=requirements.lock
COPY ${REQUIREMENTS} .
RUN python -m venv .venv && .venv/bin/python -m pip install --quiet --require-hashes -r ${REQUIREMENTS}

FROM python:3.13.9-slim-bookworm
ENV PATH=/zamki/.venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    ZAMKI_DATABASE=/var/lib/zamki/zamki.sqlite ZAMKI_HEALTH=127.0.0.1:8081 ZAMKI_LOG=json
RUN useradd --system --uid 10001 --no-create-home zamki && install -d -o zamki -g zamki /var/lib/zamki
WORKDIR /zamki
COPY --from=build /zamki/.venv .venv
COPY bot.py LICENSE README.md ./
COPY chat chat
COPY cogs cogs
COPY data data
COPY engines engines
COPY render render
COPY service service
COPY tables tables
USER zamki
VOLUME /var/lib/zamki
# Liveness only: a bot that waits for Discord is alive. `docker stop` sends SIGTERM, which ends the bot within 8 s.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8081/live', timeout=3)"]
STOPSIGNAL SIGTERM
CMD ["python", "bot.py"]
