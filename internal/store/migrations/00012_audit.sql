-- +goose Up
-- +goose StatementBegin
CREATE TABLE audit (
  id           TEXT   PRIMARY KEY,
  at           BIGINT NOT NULL,
  actor_kind   TEXT   NOT NULL,             -- key, session, cli or service
  actor_id     TEXT   NOT NULL DEFAULT '',  -- of the key, or the name of the system's user
  origin       TEXT   NOT NULL DEFAULT '',  -- the client's address, or cli
  action       TEXT   NOT NULL,
  subject_kind TEXT   NOT NULL,             -- account, key or webhook
  subject_id   TEXT   NOT NULL,
  account_id   TEXT   NOT NULL,             -- no reference: an entry outlives its account
  detail       TEXT   NOT NULL DEFAULT '{}' -- JSON, without secrets
);
CREATE INDEX audit_account ON audit (account_id, id);
CREATE INDEX audit_at ON audit (at);
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP TABLE audit;
-- +goose StatementEnd
