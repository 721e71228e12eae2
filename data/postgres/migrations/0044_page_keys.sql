-- See data/sqlite/migrations/0044_page_keys.sql.
CREATE TABLE page_keys (
    digest text PRIMARY KEY,
    "user" bigint NOT NULL,
    table_id bigint NOT NULL,
    once bigint NOT NULL,
    at double precision NOT NULL,
    until double precision NOT NULL
);
CREATE INDEX page_keys_user ON page_keys ("user");
CREATE INDEX page_keys_table ON page_keys (table_id);
