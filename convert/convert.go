package convert

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/pagelift/pagelift/internal/pipeline"
)

// Convert reads a PDF document from r to its end and converts it. Its errors are *Error, or that of ctx when ctx
// ends first. A Read of r that blocks is not interrupted: if that can happen, make the reader itself end with ctx.
func Convert(ctx context.Context, r io.Reader, opts Options) (*Result, error) {
	cfg, err := opts.config()
	if err != nil {
		return nil, err
	}
	out, err := pipeline.Run(ctx, r, cfg)
	if err != nil {
		return nil, publicError(err)
	}
	result := &Result{
		HTML: out.HTML, CSS: out.CSS, PagesCSS: out.PagesCSS, Assets: publicAssets(out.Assets),
		Metadata:      newMetadata(&out.Info, out.Report),
		Accessibility: out.Report,
		Warnings:      out.Warnings,
	}
	if out.Tree != nil {
		result.forms = &forms{out.Tree, slices.Clone(opts.Formats), opts.FormatOptions}
	}
	return result, nil
}

// publicAssets converts files of the pipeline to assets.
func publicAssets(files []pipeline.Asset) []Asset {
	var list []Asset
	for _, f := range files {
		list = append(list, Asset(f))
	}
	return list
}

// codes maps the kinds of the pipeline's failures to codes.
var codes = [...]Code{
	pipeline.Internal:    InternalError,
	pipeline.NotPDF:      InvalidFileFormat,
	pipeline.Invalid:     InvalidDocument,
	pipeline.BadRange:    InvalidOption,
	pipeline.Password:    PasswordRequired,
	pipeline.TooMany:     PageLimitExceeded,
	pipeline.TooLarge:    FileTooLarge,
	pipeline.Resource:    ResourceLimitExceeded,
	pipeline.ReadFailed:  ReadFailed,
	pipeline.Unsupported: UnsupportedFeature,
}

// publicError converts err of the pipeline to an *Error. The error of the context stays as it is.
func publicError(err error) error {
	var f *pipeline.Failure
	if !errors.As(err, &f) {
		return err
	}
	return &Error{Code: codes[f.Kind], Detail: f.Detail, Err: f.Err}
}
