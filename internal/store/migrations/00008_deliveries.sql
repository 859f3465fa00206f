-- +goose Up

CREATE INDEX deliveries_status ON deliveries (account_id, status, id) WHERE status <> 'succeeded' AND status <> 'failed';

-- +goose Down
DROP INDEX deliveries_status;
