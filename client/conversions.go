package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Paths of conversions.
const (
	convertPath     = "/v1/convert/pdf-to-html"
	conversionsPath = "/v1/conversions"
)

// ConversionService makes and reads conversions. It belongs to a Client.
type ConversionService struct{ c *Client }

// ConvertRequest requests the conversion of one document: a file, or the document at an address.
type ConvertRequest struct {
	File File   `json:"-"`
	URL  string `json:"url,omitempty"`

	Options Options `json:"options,omitzero"`

	// WebhookURL receives the events of the conversion.
	WebhookURL string `json:"webhook_url,omitempty"`

	// CustomID is stored with the conversion: 1 to 128 characters of A-Z a-z 0-9 . _ : -
	CustomID string `json:"custom_id,omitempty"`

	// KeepDocument keeps the document as long as its result, so that Correct can convert it again. The HTML then
	// says where everything stands, in data-page and data-box.
	KeepDocument bool `json:"keep_document,omitempty"`

	// Corrections are a person's corrections of the document: a file in YAML or JSON of at most 512 KiB.
	Corrections string `json:"corrections,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Convert converts a document and waits for the result. If the conversion failed or was cancelled, it returns an
// *Error with the code, and the record if the service has made one.
func (s ConversionService) Convert(ctx context.Context, r ConvertRequest) (*Conversion, error) {
	ctx, cancel := s.c.bound(ctx)
	defer cancel()
	conversion, err := s.begin(ctx, r, nil)
	if err != nil {
		return nil, err
	}
	return s.finish(ctx, conversion)
}

// Start requests a conversion and returns its record without waiting.
func (s ConversionService) Start(ctx context.Context, r ConvertRequest) (*Conversion, error) {
	return s.begin(ctx, r, http.Header{"Prefer": {"respond-async"}})
}

func (s ConversionService) begin(ctx context.Context, r ConvertRequest, header http.Header) (*Conversion, error) {
	b, err := r.body()
	if err != nil {
		return nil, err
	}
	return ask[Conversion](ctx, s.c, &call{method: http.MethodPost, path: convertPath, header: header, body: b})
}

func (r ConvertRequest) body() (*body, error) {
	hasFile := r.File.Content != nil || r.File.Open != nil
	switch {
	case hasFile == (r.URL != ""):
		return nil, invalid("ConvertRequest needs one of File and URL")
	case r.URL != "":
		return jsonBody(r)
	}
	fields := append(r.Options.fields(), texts("webhook_url", r.WebhookURL, "custom_id", r.CustomID, "corrections", r.Corrections)...)
	if r.KeepDocument {
		fields = append(fields, field{"keep_document", "true"})
	}
	return formBody(fields, "file", []File{r.File})
}

// fields returns the options that are set as fields of a form.
func (o Options) fields() []field {
	var fields []field
	for _, s := range []struct {
		name string
		v    *bool
	}{
		{"preserve_formatting", o.PreserveFormatting},
		{"extract_images", o.ExtractImages},
		{"semantic_html", o.SemanticHTML},
		{"ocr_enabled", o.OCREnabled},
		{"accessibility_check", o.AccessibilityCheck},
	} {
		if s.v != nil {
			fields = append(fields, field{s.name, strconv.FormatBool(*s.v)})
		}
	}
	if o.Math != nil {
		fields = append(fields, field{"math", *o.Math})
	}
	if len(o.Formats) > 0 {
		fields = append(fields, field{"formats", strings.Join(o.Formats, ",")})
	}
	return fields
}

// texts returns fields of a form. pairs are names and values in turn; empty values are left out.
func texts(pairs ...string) []field {
	var fields []field
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fields = append(fields, field{pairs[i], pairs[i+1]})
		}
	}
	return fields
}

// Wait waits until a conversion is final and returns its record. If it failed or was cancelled, Wait returns an
// *Error too, as Convert does.
func (s ConversionService) Wait(ctx context.Context, id string) (*Conversion, error) {
	ctx, cancel := s.c.bound(ctx)
	defer cancel()
	return s.finish(ctx, &Conversion{ID: id})
}

// finish requests a record until it is final. The service holds each request until something changes.
func (s ConversionService) finish(ctx context.Context, v *Conversion) (*Conversion, error) {
	for pause := pollPause; !v.Status.Final(); {
		asked := time.Now()
		next, err := getOne[Conversion](ctx, s.c, conversionsPath, v.ID, "", url.Values{"wait": {s.c.pollSeconds(ctx)}})
		if err != nil {
			return nil, err
		}
		if news := next.Status != v.Status; !news && time.Since(asked) < pollPause {
			if err := sleep(ctx, pause); err != nil {
				return nil, err
			}
			pause = min(2*pause, maxPollPause)
		}
		next.ID = v.ID // the requested id, whatever the answer says
		v = next
	}
	switch {
	case v.Status == StatusCancelled:
		return v, &Error{Code: ConversionCancelled, Message: "the conversion was cancelled"}
	case v.Status == StatusFailed && v.Error != nil && isCode(string(v.Error.Code)):
		return v, &Error{Code: v.Error.Code, Message: s.c.shown(v.Error.Message, maxMessage), Details: v.Error.Details}
	case v.Status == StatusFailed:
		return v, &Error{Code: InvalidAnswer, Message: "the conversion failed, and its record does not say why"}
	}
	return v, nil
}

// pollSeconds returns how long the service may hold a request: at most longPoll, the time that is left, and half
// of the time limit of the HTTP client.
func (c *Client) pollSeconds(ctx context.Context) string {
	wait := longPoll
	if c.http.Timeout > 0 {
		wait = min(wait, c.http.Timeout/2)
	}
	if end, ok := ctx.Deadline(); ok {
		wait = min(wait, max(time.Until(end), 0))
	}
	return strconv.Itoa(int(wait / time.Second))
}

// Get returns the record of a conversion with its result.
func (s ConversionService) Get(ctx context.Context, id string) (*Conversion, error) {
	return getOne[Conversion](ctx, s.c, conversionsPath, id, "", nil)
}

// Summary returns the record without HTML, CSS and report.
func (s ConversionService) Summary(ctx context.Context, id string) (*Conversion, error) {
	return getOne[Conversion](ctx, s.c, conversionsPath, id, "", url.Values{"fields": {"summary"}})
}

// ConversionQuery selects conversions. Empty fields do not select.
type ConversionQuery struct {
	Status        Status
	BatchID       string
	CustomID      string
	CreatedAfter  time.Time
	CreatedBefore time.Time
	Paging        Paging

	_ struct{} // callers must name the fields, so that fields can be added
}

func (q ConversionQuery) values() url.Values {
	p := newParams()
	p.text("status", string(q.Status))
	p.text("batch_id", q.BatchID)
	p.text("custom_id", q.CustomID)
	p.time("created_after", q.CreatedAfter)
	p.time("created_before", q.CreatedBefore)
	p.paging(q.Paging)
	return p.Values
}

// List returns a page of the list of conversions, newest first, without results.
func (s ConversionService) List(ctx context.Context, q ConversionQuery) (*Page[Conversion], error) {
	return get[Page[Conversion]](ctx, s.c, conversionsPath, q.values())
}

// All walks the list. It ends at the first error.
func (s ConversionService) All(ctx context.Context, q ConversionQuery) iter.Seq2[*Conversion, error] {
	return all[Conversion](ctx, s.c, conversionsPath, q.values())
}

// Cancel cancels a conversion that is not final, and returns its record.
func (s ConversionService) Cancel(ctx context.Context, id string) (*Conversion, error) {
	return change[Conversion](ctx, s.c, http.MethodPost, conversionsPath, id, "/cancel", nil)
}

// Delete removes a conversion and its files. A running conversion is cancelled first.
func (s ConversionService) Delete(ctx context.Context, id string) error {
	return s.c.removeOne(ctx, conversionsPath, id)
}
