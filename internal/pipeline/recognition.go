package pipeline

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/recognise"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

// recognition recognises the pages of a document that have no usable text.
type recognition struct {
	reader *recognise.Reader
	images bool               // those of pages with text are recognised
	stop   context.CancelFunc // ends the reading of pages

	mu  sync.Mutex
	err error // why no page of the document can be recognised
}

// newRecognition is nil when nobody asks for it.
func newRecognition(doc *pdf.Document, pages *raster.Document, contents func(context.Context, int) *layout.Content, cfg *Config) *recognition {
	if cfg.Engine == nil {
		return nil
	}
	opts := recognise.Options{Engine: cfg.Engine, Languages: cfg.OCRLanguages, Identify: language.Identify, CommonWords: language.CommonWords, Content: contents}
	about := doc.Info()
	for _, lang := range [...]string{about.Lang, cfg.Language} {
		if lang != "" {
			opts.Document = []string{lang}
			break
		}
	}
	return &recognition{reader: recognise.New(doc, pages, opts), images: cfg.OCRImages}
}

// fail ends the conversion: what is missing for one page is missing for all.
func (r *recognition) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = &Failure{Kind: Unsupported, Err: err}
	}
	r.stop()
}

// failure is why no page could be recognised; nil when nothing is known against it.
func (r *recognition) failure() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// lowConfidence is the mean confidence of a page below which a person should read it
// against the original.
const lowConfidence = 0.8

// recognise puts text into the content of a page that has none that serves, or
// recommends to, and that of its images where it is asked for. unusable says why the text
// that the page is left with says nothing: its picture is shown beside it. Its only error
// is the context's: whatever fails, the page stays the picture that it is.
func (r *pageReader) recognise(ctx context.Context, c *layout.Content) (found recognise.Result, unusable string, err error) {
	verdict := recognise.Judge(c)
	found, err = r.recogniseBy(ctx, c, verdict)
	if verdict.Drop && found.Words == 0 {
		unusable = verdict.Reason
	}
	return found, unusable, err
}

func (r *pageReader) recogniseBy(ctx context.Context, c *layout.Content, verdict recognise.Verdict) (found recognise.Result, err error) {
	switch {
	case r.recognition == nil:
		if verdict.Reason != "" {
			r.warn.add(layout.Warning{Code: "ocr_recommended", Page: c.Page, Detail: verdict.Reason})
			return found, nil
		}
		return found, r.measure(ctx, c)
	case verdict.Reason == "":
		verdict = r.recognition.reader.JudgeLayer(c)
	}
	switch {
	case verdict.Reason != "":
		found, err = r.recognition.reader.Page(ctx, c, verdict)
	case r.recognition.images:
		found, err = r.recognition.reader.Regions(ctx, c)
		verdict.Reason = "its images were read"
	default:
		return found, r.measure(ctx, c)
	}
	switch {
	case ctx.Err() != nil:
		return found, ctx.Err()
	case errors.Is(err, ocr.EngineUnavailable) || errors.Is(err, ocr.LanguageUnavailable):
		r.recognition.fail(err)
		return found, context.Canceled
	case err != nil:
		r.warn.add(layout.Warning{Code: "ocr_failed", Page: c.Page, Detail: err.Error()})
	case found.Words == 0 && verdict.Drop: // a picture may well have no words; this page has text that says nothing
		r.warn.add(layout.Warning{Code: "ocr_failed", Page: c.Page, Detail: verdict.Reason + ": nothing was recognised in its place"})
	}
	r.report(c.Page, found, verdict.Reason)
	return found, nil
}

// measure sets the text layer of a scan as its picture shows it. Layers with tags have a structure of their own.
func (r *pageReader) measure(ctx context.Context, c *layout.Content) error {
	if r.doc.IsTagged() || r.cfg.KeepUnseen {
		return nil
	}
	chars, err := recognise.MeasureLayer(ctx, r.doc, c)
	if chars > 0 {
		r.warn.add(layout.Warning{Code: "recognised_text", Page: c.Page, Detail: fmt.Sprintf("%d characters were recognised in the image that they lie on", chars)})
	}
	return err
}

// report warns of what was recognised on a page.
func (r *pageReader) report(page int, found recognise.Result, reason string) {
	if found.Words == 0 {
		return
	}
	r.warn.add(layout.Warning{Code: "recognised_text", Page: page, Detail: fmt.Sprintf("%s: %d words were recognised in it, confidence %.2f", reason, found.Words, found.Confidence)})
	if found.Confidence < lowConfidence {
		r.warn.add(layout.Warning{Code: "ocr_low_confidence", Page: page, Detail: fmt.Sprintf("confidence %.2f", found.Confidence)})
	}
}
