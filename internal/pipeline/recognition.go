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

// recognition recognises text on pages of the document that have no usable text.
type recognition struct {
	reader *recognise.Reader
	images bool               // also recognises the images of pages with text
	stop   context.CancelFunc // ends the reading of pages

	mu  sync.Mutex
	err error // why no page of the document can be recognised
}

// newRecognition returns nil if no recognition is wanted.
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

// failure returns why no page can be recognised, or nil.
func (r *recognition) failure() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// lowConfidence is the mean confidence of a page below which a person should compare its text with the original.
const lowConfidence = 0.8

// recognise recognises the text of a page without usable text and puts it into the content. Without an engine it
// only warns that recognition is recommended. On other pages it recognises the images, if that is wanted. unusable
// says why the text that remains on the page has no meaning; then the picture of the page is shown beside it. The
// only error is that of the context: whatever else fails, the page stays a picture.
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
	case found.Words == 0 && verdict.Drop: // a picture may have no words, but this page has text without meaning
		r.warn.add(layout.Warning{Code: "ocr_failed", Page: c.Page, Detail: verdict.Reason + ": nothing was recognised in its place"})
	}
	r.report(c.Page, found, verdict.Reason)
	return found, nil
}

// measure places the characters of a scan's text layer where its picture shows them. It leaves the layers of
// tagged documents alone: they have a structure of their own.
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

// report warns of the text that was recognised on a page.
func (r *pageReader) report(page int, found recognise.Result, reason string) {
	if found.Words == 0 {
		return
	}
	r.warn.add(layout.Warning{Code: "recognised_text", Page: page, Detail: fmt.Sprintf("%s: %d words were recognised in it, confidence %.2f", reason, found.Words, found.Confidence)})
	if found.Confidence < lowConfidence {
		r.warn.add(layout.Warning{Code: "ocr_low_confidence", Page: page, Detail: fmt.Sprintf("confidence %.2f", found.Confidence)})
	}
}
