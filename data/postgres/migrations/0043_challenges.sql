-- See data/sqlite/migrations/0043_challenges.sql.
ALTER TABLE day_tries RENAME TO deal_tries;
ALTER TABLE deal_tries RENAME COLUMN day TO deal;

CREATE TABLE challenges (
    code text PRIMARY KEY,
    "user" bigint NOT NULL,
    guild bigint NOT NULL,
    table_id bigint NOT NULL UNIQUE,
    until double precision NOT NULL
);
CREATE INDEX challenges_user ON challenges ("user");
