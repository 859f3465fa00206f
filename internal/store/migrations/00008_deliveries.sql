-- +goose Up
-- +goose StatementBegin
CREATE INDEX deliveries_status ON deliveries (account_id, status, id) WHERE status <> 'succeeded' AND status <> 'failed';
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP INDEX deliveries_status;
-- +goose StatementEnd
