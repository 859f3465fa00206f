-- +goose Up
-- +goose StatementBegin
-- What deliveries of an account to one host are dealt by: the id of the webhook, or a digest of
-- the address. Empty: written by a program from before the column.
ALTER TABLE deliveries ADD COLUMN endpoint TEXT NOT NULL DEFAULT '';
CREATE INDEX deliveries_turns ON deliveries (host, account_id, ready_at) WHERE status = 'pending';
CREATE INDEX deliveries_endpoints ON deliveries (host, account_id, endpoint, ready_at) WHERE status = 'pending';
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP INDEX deliveries_endpoints;
DROP INDEX deliveries_turns;
ALTER TABLE deliveries DROP COLUMN endpoint;
-- +goose StatementEnd
