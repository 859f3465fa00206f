-- +goose Up
-- +goose StatementBegin
ALTER TABLE usage_counts ADD COLUMN failed BIGINT NOT NULL DEFAULT 0; -- of the conversions
CREATE INDEX conversions_due ON conversions (admitted_at) WHERE status = 'queued' AND admitted_at IS NOT NULL;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP INDEX conversions_due;
ALTER TABLE usage_counts DROP COLUMN failed;
-- +goose StatementEnd
