-- +goose Up
-- +goose StatementBegin
CREATE TABLE webhooks (
  id               TEXT   PRIMARY KEY,
  account_id       TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  url              TEXT   NOT NULL,
  events           TEXT   NOT NULL,              -- separated by spaces; * is all
  description      TEXT   NOT NULL DEFAULT '',
  payload_format   TEXT   NOT NULL,
  signature_scheme BIGINT NOT NULL,
  secret           TEXT   NOT NULL,              -- encrypted by its owner
  secret_hint      TEXT   NOT NULL,
  disabled_at      BIGINT,
  disabled_reason  TEXT   NOT NULL DEFAULT '',
  created_at       BIGINT NOT NULL,
  updated_at       BIGINT NOT NULL,
  last_success_at  BIGINT,
  failure_count    BIGINT NOT NULL DEFAULT 0,    -- deliveries that failed since the last success
  failing_since    BIGINT                        -- the first of these
);
CREATE INDEX webhooks_account ON webhooks (account_id, id);

CREATE TABLE deliveries (
  id            TEXT   PRIMARY KEY,
  account_id    TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  event_id      TEXT   NOT NULL,
  event         TEXT   NOT NULL,                 -- its kind
  payload       TEXT   NOT NULL,                 -- the event, as its owner writes it
  webhook_id    TEXT   NOT NULL DEFAULT '',      -- empty for an address that came with a conversion or batch
  url           TEXT   NOT NULL,
  host          TEXT   NOT NULL,                 -- host and port: deliveries to one wait for each other
  conversion_id TEXT   NOT NULL DEFAULT '',
  batch_id      TEXT   NOT NULL DEFAULT '',
  traceparent   TEXT   NOT NULL DEFAULT '',
  status        TEXT   NOT NULL,
  attempt_count BIGINT NOT NULL DEFAULT 0,       -- of the present series
  attempt_total BIGINT NOT NULL DEFAULT 0,       -- of all
  ready_at      BIGINT,                          -- a pending one is to be taken from then on
  sending       BIGINT NOT NULL DEFAULT 0,       -- 1: taken; ready_at is the end of the lease
  fence         BIGINT NOT NULL DEFAULT 0,       -- outcomes that carry an older number are refused
  created_at    BIGINT NOT NULL,
  completed_at  BIGINT
);
CREATE INDEX deliveries_queue ON deliveries (host, ready_at) WHERE status = 'pending';
CREATE INDEX deliveries_ready ON deliveries (ready_at) WHERE status = 'pending';
CREATE INDEX deliveries_account ON deliveries (account_id, id);
CREATE INDEX deliveries_failed ON deliveries (account_id, id) WHERE status = 'failed';
CREATE INDEX deliveries_webhook ON deliveries (webhook_id, id) WHERE webhook_id <> '';
CREATE INDEX deliveries_conversion ON deliveries (conversion_id, id) WHERE conversion_id <> '';
CREATE INDEX deliveries_batch ON deliveries (batch_id) WHERE batch_id <> '' AND status = 'pending';
CREATE INDEX deliveries_created ON deliveries (created_at);

CREATE TABLE delivery_attempts (
  delivery_id TEXT   NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number      BIGINT NOT NULL,                   -- from 1, over all series
  started_at  BIGINT NOT NULL,
  micros      BIGINT NOT NULL,                   -- to the last header of the answer
  status_code BIGINT NOT NULL DEFAULT 0,         -- 0: no answer
  error       TEXT   NOT NULL DEFAULT '',        -- the class of the failure; empty for success
  response    TEXT   NOT NULL DEFAULT '',        -- the beginning of the answer's body
  PRIMARY KEY (delivery_id, number)
);
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP TABLE delivery_attempts;
DROP TABLE deliveries;
DROP TABLE webhooks;
-- +goose StatementEnd
