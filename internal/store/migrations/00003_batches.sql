-- +goose Up
-- +goose StatementBegin
CREATE TABLE batches (
  id           TEXT   PRIMARY KEY,
  account_id   TEXT   NOT NULL REFERENCES accounts (id),
  request_id   TEXT   NOT NULL DEFAULT '',
  traceparent  TEXT   NOT NULL DEFAULT '',
  webhook_url  TEXT   NOT NULL DEFAULT '',
  status       TEXT   NOT NULL,
  total        BIGINT NOT NULL,
  completed    BIGINT NOT NULL DEFAULT 0, -- members that ended, by how they did
  failed       BIGINT NOT NULL DEFAULT 0,
  cancelled    BIGINT NOT NULL DEFAULT 0,
  created_at   BIGINT NOT NULL,
  completed_at BIGINT,                    -- terminal, of whichever kind
  expires_at   BIGINT,                    -- of the results of all members
  cancel_at    BIGINT,                    -- cancelling was asked for
  told         BIGINT NOT NULL DEFAULT 0, -- the percentage that receivers were told last
  told_at      BIGINT
);
CREATE INDEX batches_account ON batches (account_id, id);
CREATE INDEX batches_completed ON batches (completed_at) WHERE completed_at IS NOT NULL;

CREATE INDEX conversions_batch_status ON conversions (batch_id, status, id) WHERE batch_id <> '';
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP INDEX conversions_batch_status;
DROP TABLE batches;
-- +goose StatementEnd
