-- +goose Up
-- +goose StatementBegin
ALTER TABLE idempotency ADD COLUMN owner TEXT NOT NULL DEFAULT ''; -- an id of the service's own: request_id may be the client's
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
ALTER TABLE idempotency DROP COLUMN owner;
-- +goose StatementEnd
