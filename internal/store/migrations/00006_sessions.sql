-- +goose Up
-- +goose StatementBegin
CREATE TABLE ended_sessions (
  id    TEXT   PRIMARY KEY,
  until BIGINT NOT NULL -- the session would have ended by itself
);
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP TABLE ended_sessions;
-- +goose StatementEnd
