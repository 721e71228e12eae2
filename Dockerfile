# Zamki in a container: libraries and code are made ready in the first stage, and only they are in the second. The driver for
# PostgreSQL is among them, so one image serves both stores.
#
# The digest is that of the index for all architectures; the update bot (.github/renovate.json) renews it with the tag.
FROM python:3.13.16-slim-trixie@sha256:bf44cdfcb76cd3b41e879bc058fc37ec5872002ccfde7fcb765e218cde0cd79c AS build
WORKDIR /zamki
COPY requirements-postgres.lock .
RUN python -m venv --without-pip /venv && \
    python -m pip --python /venv/bin/python install --quiet --no-cache-dir --disable-pip-version-check --require-hashes \
    --only-binary :all: -r requirements-postgres.lock && \
    rm requirements-postgres.lock
COPY bot.py LICENSE ./
COPY asking asking
COPY chat chat
COPY cogs cogs
COPY data data
COPY engines engines
COPY render render
COPY service service
COPY tables tables
COPY web web
# The texts and all modules are compiled here, so no start has to.
RUN /venv/bin/python -m data.catalogues && \
    /venv/bin/python -m compileall -q --invalidation-mode unchecked-hash .

FROM python:3.13.16-slim-trixie@sha256:bf44cdfcb76cd3b41e879bc058fc37ec5872002ccfde7fcb765e218cde0cd79c
ARG VERSION=
LABEL org.opencontainers.image.title="Zamki" \
    org.opencontainers.image.description="Castle board games inside Discord" \
    org.opencontainers.image.licenses="MIT" \
    org.opencontainers.image.version="${VERSION}"
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    ZAMKI_DATABASE=/var/lib/zamki/zamki.sqlite ZAMKI_STATE=/var/lib/zamki ZAMKI_HEALTH=0.0.0.0:8081 ZAMKI_WEB_LISTEN=0.0.0.0:8082 \
    ZAMKI_LOG=json
RUN python -m pip uninstall --quiet --yes --root-user-action=ignore pip && \
    groupadd --gid 10001 zamki && \
    useradd --uid 10001 --gid zamki --no-create-home --no-log-init zamki && \
    install -d -o 10001 -g 10001 -m 0700 /var/lib/zamki /var/lib/zamki-backups
COPY --from=build /venv /venv
COPY --from=build /zamki /zamki
WORKDIR /zamki
# By numbers: Kubernetes cannot tell from a name that it is not root.
USER 10001:10001
VOLUME ["/var/lib/zamki", "/var/lib/zamki-backups"]
# Liveness only: a bot that waits for Discord is alive. `docker stop` sends SIGTERM, which ends the bot within 8 s.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "bot.py", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "bot.py"]
