package convert

import (
	"context"
	"io"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/pipeline"
)

// CheckPDF checks the PDF document in r itself, not what would be made of it. It applies those rules of PDF/UA-1
// (ISO 14289-1:2014) that a machine can decide, and compares the tags with what the pages show. The rules of
// PDF/UA have the ids of veraPDF, such as "7.18.5-t02", and name the failure condition of the Matterhorn Protocol.
// The ids of the other rules begin with the name of one of Report.Aspects. Of opts it uses only Password,
// MaxPages, MaxBytes, Workers and CacheDir. Its errors are those of Convert.
func CheckPDF(ctx context.Context, r io.Reader, opts Options) (*a11y.Report, error) {
	cfg, err := opts.config()
	if err != nil {
		return nil, err
	}
	report, err := pipeline.CheckSource(ctx, r, cfg)
	if err != nil {
		return nil, publicError(err)
	}
	return report, nil
}
