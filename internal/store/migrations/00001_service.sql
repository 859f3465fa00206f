-- +goose Up
-- +goose StatementBegin
CREATE TABLE accounts (
  id             TEXT   PRIMARY KEY,
  name           TEXT   NOT NULL UNIQUE,
  plan           TEXT   NOT NULL,
  overrides      TEXT   NOT NULL DEFAULT '', -- JSON of Overrides
  webhook_secret TEXT   NOT NULL DEFAULT '', -- encrypted by its owner
  disabled_at    BIGINT,
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL,
  locks          BIGINT NOT NULL DEFAULT 0   -- counted up to hold the row until the transaction ends
);

CREATE TABLE api_keys (
  id           TEXT   PRIMARY KEY,
  account_id   TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  environment  TEXT   NOT NULL,
  name         TEXT   NOT NULL DEFAULT '',
  hash         TEXT   NOT NULL,
  scopes       TEXT   NOT NULL,              -- separated by spaces
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT,
  revoked_at   BIGINT,
  last_used_at BIGINT,
  successor_id TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX api_keys_account ON api_keys (account_id, created_at);

CREATE TABLE conversions (
  id               TEXT   PRIMARY KEY,
  account_id       TEXT   NOT NULL REFERENCES accounts (id),
  batch_id         TEXT   NOT NULL DEFAULT '',
  custom_id        TEXT   NOT NULL DEFAULT '',
  request_id       TEXT   NOT NULL DEFAULT '',
  traceparent      TEXT   NOT NULL DEFAULT '',
  status           TEXT   NOT NULL,
  options          TEXT   NOT NULL DEFAULT '',
  input_key        TEXT   NOT NULL DEFAULT '', -- blob; empty once it is deleted
  input_url        TEXT   NOT NULL DEFAULT '',
  input_file       TEXT   NOT NULL DEFAULT '',
  file_size        BIGINT NOT NULL DEFAULT 0,
  webhook_url      TEXT   NOT NULL DEFAULT '',
  quota_period     TEXT   NOT NULL DEFAULT '', -- the month that it was counted in
  created_at       BIGINT NOT NULL,
  admitted_at      BIGINT,
  started_at       BIGINT,
  completed_at     BIGINT,
  expires_at       BIGINT,
  cancel_at        BIGINT,                     -- cancelling was asked for
  deleted_at       BIGINT,
  purge_at         BIGINT,                     -- blobs are to be deleted from then on
  rank             BIGINT NOT NULL DEFAULT 1,  -- among the admitted of its account, 1 first
  run              BIGINT NOT NULL DEFAULT 0,  -- the fence: what carries an older number is refused
  attempts         BIGINT NOT NULL DEFAULT 0,
  heartbeat_at     BIGINT,
  pages_done       BIGINT NOT NULL DEFAULT 0,
  pages_total      BIGINT NOT NULL DEFAULT 0,
  metadata         TEXT   NOT NULL DEFAULT '',
  warnings         TEXT   NOT NULL DEFAULT '',
  error_code       TEXT   NOT NULL DEFAULT '',
  error_message    TEXT   NOT NULL DEFAULT '',
  error_details    TEXT   NOT NULL DEFAULT '',
  result_key       TEXT   NOT NULL DEFAULT '', -- what the blobs of the result begin with
  output_size      BIGINT NOT NULL DEFAULT 0,
  sha256           TEXT   NOT NULL DEFAULT '',
  processing_micros BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX conversions_account ON conversions (account_id, id);
CREATE INDEX conversions_status ON conversions (account_id, status, id);
CREATE INDEX conversions_batch ON conversions (batch_id, id) WHERE batch_id <> '';
CREATE INDEX conversions_custom ON conversions (account_id, custom_id, id) WHERE custom_id <> '';
CREATE INDEX conversions_waiting ON conversions (account_id, id) WHERE status = 'queued' AND admitted_at IS NULL;
CREATE INDEX conversions_active ON conversions (account_id, rank) WHERE admitted_at IS NOT NULL AND status IN ('queued', 'processing');
CREATE INDEX conversions_processing ON conversions (id) WHERE status = 'processing';
CREATE INDEX conversions_purge ON conversions (purge_at) WHERE purge_at IS NOT NULL;
CREATE INDEX conversions_input ON conversions (id) WHERE input_key <> '' AND status IN ('completed', 'failed', 'cancelled');
CREATE INDEX conversions_completed ON conversions (completed_at) WHERE completed_at IS NOT NULL;

CREATE TABLE idempotency (
  account_id    TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  method        TEXT   NOT NULL,
  path          TEXT   NOT NULL,
  key           TEXT   NOT NULL,
  fingerprint   TEXT   NOT NULL,
  request_id    TEXT   NOT NULL,
  conversion_id TEXT   NOT NULL DEFAULT '',
  created_at    BIGINT NOT NULL,
  lease_until   BIGINT,                        -- NULL once the answer is stored
  status        BIGINT NOT NULL DEFAULT 0,
  header        TEXT   NOT NULL DEFAULT '',
  body          TEXT   NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, method, path, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);

CREATE TABLE usage_counts (
  account_id  TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  period      TEXT   NOT NULL,                 -- 2026-11 or 2026-11-22
  conversions BIGINT NOT NULL DEFAULT 0,       -- accepted and not refunded
  refunds     BIGINT NOT NULL DEFAULT 0,
  pages       BIGINT NOT NULL DEFAULT 0,
  bytes_in    BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, period)
);

CREATE TABLE rate_windows (
  account_id TEXT   PRIMARY KEY,
  started_at BIGINT NOT NULL,
  requests   BIGINT NOT NULL
);
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP TABLE rate_windows;
DROP TABLE usage_counts;
DROP TABLE idempotency;
DROP TABLE conversions;
DROP TABLE api_keys;
DROP TABLE accounts;
-- +goose StatementEnd
