-- +goose Up
-- +goose StatementBegin
CREATE TABLE trials (
  id         TEXT   PRIMARY KEY,
  account_id TEXT   NOT NULL,
  webhook_id TEXT   NOT NULL,
  event      TEXT   NOT NULL,            -- its kind
  created_at BIGINT NOT NULL,
  attempt    TEXT   NOT NULL DEFAULT ''  -- JSON; empty until it was made
);
CREATE INDEX trials_created ON trials (created_at);
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP TABLE trials;
-- +goose StatementEnd
