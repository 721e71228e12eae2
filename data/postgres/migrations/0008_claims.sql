-- Several processes on one database. These tables are PostgreSQL's alone and hold nothing that outlives the processes.
CREATE TABLE leases (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    until double precision NOT NULL,  -- when it runs out, by the server's clock
    schema bigint NOT NULL            -- the last migration that its process knows
);

-- Who does which work for a table: no foreign keys, which would have to wait for whoever changes the table.
CREATE TABLE claims (
    table_id bigint NOT NULL,
    work text NOT NULL,
    holder bigint NOT NULL,           -- a lease; a claim whose holder's lease is over is nobody's
    token bigint NOT NULL,            -- higher with each claim
    PRIMARY KEY (table_id, work)
);
CREATE SEQUENCE claim_token;
CREATE INDEX claims_holder ON claims (holder);

CREATE FUNCTION lease_holds(lease bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN EXISTS (SELECT 1 FROM leases WHERE id = lease AND until > extract(epoch FROM clock_timestamp()));
END
$$;
