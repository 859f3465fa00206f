-- +goose Up
-- +goose StatementBegin
ALTER TABLE conversions ADD COLUMN fetch_at BIGINT; -- the document is to be fetched from then on; the end of a lease where heartbeat_at is set
CREATE INDEX conversions_fetch ON conversions (account_id, id, fetch_at, heartbeat_at) WHERE fetch_at IS NOT NULL AND status = 'queued' AND admitted_at IS NULL;
CREATE INDEX conversions_fetching ON conversions (account_id, fetch_at) WHERE fetch_at IS NOT NULL AND status = 'queued' AND admitted_at IS NULL AND heartbeat_at IS NOT NULL;
CREATE INDEX conversions_ready ON conversions (account_id, id) WHERE status = 'queued' AND admitted_at IS NULL AND fetch_at IS NULL;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP INDEX conversions_ready;
DROP INDEX conversions_fetching;
DROP INDEX conversions_fetch;
ALTER TABLE conversions DROP COLUMN fetch_at;
-- +goose StatementEnd
