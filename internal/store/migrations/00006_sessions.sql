-- +goose Up

CREATE TABLE ended_sessions (
  id    TEXT   PRIMARY KEY,
  until BIGINT NOT NULL -- the session would have ended by itself
);

-- +goose Down
DROP TABLE ended_sessions;
