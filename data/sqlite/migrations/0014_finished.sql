-- Finished games are looked for by their channel.
CREATE INDEX tables_over_in_channel ON tables (channel) WHERE state = 'over';
