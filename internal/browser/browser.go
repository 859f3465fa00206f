package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/convert"
)

// options are the options that a caller may set. A field that is missing in the JSON keeps its value in
// convert.DefaultOptions.
type options struct {
	SemanticHTML       bool   `json:"semantic_html"`
	ExtractImages      bool   `json:"extract_images"`
	AccessibilityCheck bool   `json:"accessibility_check"`
	PreserveFormatting bool   `json:"preserve_formatting"`
	Math               string `json:"math"`

	Theme      string   `json:"theme"`
	Stylesheet string   `json:"stylesheet"`
	Minify     bool     `json:"minify"`
	Password   string   `json:"password"`
	Language   string   `json:"language"`
	Name       string   `json:"name"`
	Pages      [][2]int `json:"pages"` // first and last of each range
	MaxPages   int      `json:"max_pages"`
	MaxBytes   int64    `json:"max_bytes"`

	// Markdown adds the document as Markdown to the result.
	Markdown bool `json:"markdown"`
	// SelfContained puts style sheets and assets into the HTML. The result then lists no assets.
	SelfContained bool `json:"self_contained"`
}

// Result is a converted document. Its JSON form is what index.d.ts of docs/demo declares.
type Result struct {
	HTML     string           `json:"html"`
	CSS      string           `json:"css"`                // content of style.css; "" if the HTML is self-contained
	PagesCSS string           `json:"pages_css"`          // content of pages.css; "" without preserve_formatting
	Markdown *string          `json:"markdown,omitempty"` // nil unless asked for
	Metadata convert.Metadata `json:"metadata"`
	Report   *a11y.Report     `json:"report"` // nil without accessibility_check
	Warnings []Warning        `json:"warnings"`

	// Assets are the files that the HTML refers to. They are not part of the JSON.
	Assets []convert.Asset `json:"-"`
}

// Warning is damage or a loss that did not stop the conversion.
type Warning struct {
	Code   string `json:"code"`
	Page   int    `json:"page"` // 1-based; 0 is the whole document
	Detail string `json:"detail"`
}

// Failure is an error of a conversion.
type Failure struct {
	Code    convert.Code `json:"code"`
	Page    int          `json:"page"` // 1-based; 0 is the whole document
	Message string       `json:"message"`
}

// Convert converts a document. asked is a JSON object of options. Convert calls progress after each page, with the
// number of pages done and of all. Its errors are those of convert.Convert.
func Convert(ctx context.Context, document []byte, asked string, progress func(done, total int)) (*Result, error) {
	o, err := parse(asked)
	if err != nil {
		return nil, err
	}
	opts := o.public()
	opts.Progress = progress
	converted, err := convert.Convert(ctx, bytes.NewReader(document), opts)
	if err != nil {
		return nil, err
	}
	result := &Result{
		HTML: converted.HTML, CSS: converted.CSS, PagesCSS: converted.PagesCSS, Assets: converted.Assets,
		Metadata: converted.Metadata, Report: converted.Accessibility, Warnings: []Warning{},
	}
	for _, w := range converted.Warnings {
		result.Warnings = append(result.Warnings, Warning(w))
	}
	if o.SelfContained {
		if result.HTML, err = written(converted.WriteSelfContained); err != nil {
			return nil, err
		}
		result.CSS, result.PagesCSS, result.Assets = "", "", nil
	}
	if o.Markdown {
		text, err := written(converted.WriteMarkdown)
		if err != nil {
			return nil, err
		}
		result.Markdown = &text
	}
	return result, nil
}

// FailureOf returns an error of Convert for JavaScript. An error without a code is a defect.
func FailureOf(err error) Failure {
	f := Failure{Code: convert.InternalError, Message: err.Error()}
	var known *convert.Error
	if errors.As(err, &known) {
		f.Code, f.Page = known.Code, known.Page
	}
	return f
}

// parse reads options. An unknown option is an error, because its caller would expect an effect.
func parse(asked string) (*options, error) {
	defaults := convert.DefaultOptions()
	o := &options{
		SemanticHTML: defaults.SemanticHTML, ExtractImages: defaults.ExtractImages,
		AccessibilityCheck: defaults.AccessibilityCheck, Minify: defaults.Minify,
	}
	decoder := json.NewDecoder(strings.NewReader(asked))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(o); err != nil {
		return nil, &convert.Error{Code: convert.InvalidOption, Detail: "options: " + strings.TrimPrefix(err.Error(), "json: ")}
	}
	return o, nil
}

// public returns the options of the conversion.
func (o *options) public() convert.Options {
	opts := convert.DefaultOptions()
	opts.SemanticHTML, opts.ExtractImages = o.SemanticHTML, o.ExtractImages
	opts.AccessibilityCheck, opts.PreserveFormatting = o.AccessibilityCheck, o.PreserveFormatting
	opts.Math, opts.Theme, opts.Stylesheet, opts.Minify = convert.Math(o.Math), convert.Theme(o.Theme), o.Stylesheet, o.Minify
	opts.Password, opts.Language, opts.Name = o.Password, o.Language, o.Name
	opts.MaxPages, opts.MaxBytes = o.MaxPages, o.MaxBytes
	for _, r := range o.Pages {
		opts.Pages = append(opts.Pages, convert.PageRange{First: r[0], Last: r[1]})
	}
	if o.Markdown {
		opts.Formats = []convert.Format{convert.FormatMarkdown}
	}
	return opts
}

// written returns what write writes.
func written(write func(io.Writer) error) (string, error) {
	var text strings.Builder
	err := write(&text)
	return text.String(), err
}
