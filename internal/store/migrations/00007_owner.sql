-- +goose Up

ALTER TABLE idempotency ADD COLUMN owner TEXT NOT NULL DEFAULT ''; -- an id of the service's own: request_id may be the client's

-- +goose Down
ALTER TABLE idempotency DROP COLUMN owner;
