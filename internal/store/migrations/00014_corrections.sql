-- +goose Up
-- +goose StatementBegin
ALTER TABLE conversions ADD COLUMN document_key TEXT NOT NULL DEFAULT ''; -- the blob of the PDF where it is kept with the result

CREATE TABLE conversion_corrections (
  conversion_id TEXT PRIMARY KEY REFERENCES conversions (id) ON DELETE CASCADE,
  corrections   TEXT NOT NULL            -- YAML or JSON: what a person has judged of the document
);
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DROP TABLE conversion_corrections;
ALTER TABLE conversions DROP COLUMN document_key;
-- +goose StatementEnd
