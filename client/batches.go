package client

import (
	"context"
	"io"
	"iter"
	"net/http"
	"net/url"
)

const batchesPath = "/v1/batches"

// BatchService makes and reads batches. It belongs to a Client.
type BatchService struct{ c *Client }

// BatchRequest requests the conversion of many documents: up to 100 files, or up to 1000 addresses, or both in one
// form.
type BatchRequest struct {
	Files []File `json:"-"`
	// FileCorrections holds the corrections of each of Files, in their order. It may be shorter, and "" means none.
	// The corrections of a batch have at most 16 MiB in total; those for all documents count once for each.
	FileCorrections []string `json:"-"`
	// Inputs are documents at addresses. Together with Files they cannot have anything but a URL.
	Inputs []BatchInput `json:"inputs"`
	// Options apply to all members.
	Options Options `json:"options,omitzero"`
	// WebhookURL receives the events of progress and end.
	WebhookURL string `json:"webhook_url,omitempty"`
	// KeepDocument keeps all documents, and Corrections is what a person has judged of those that have none of their own,
	// as in ConvertRequest.
	KeepDocument bool   `json:"keep_document,omitempty"`
	Corrections  string `json:"corrections,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

func (r BatchRequest) body() (*body, error) {
	if len(r.FileCorrections) > len(r.Files) {
		return nil, invalid("BatchRequest has more FileCorrections than Files")
	}
	if len(r.Files) == 0 {
		return jsonBody(r)
	}
	fields := append(r.Options.fields(), texts("webhook_url", r.WebhookURL, "corrections", r.Corrections)...)
	if r.KeepDocument {
		fields = append(fields, field{"keep_document", "true"})
	}
	for _, text := range r.FileCorrections {
		fields = append(fields, field{"corrections[]", text})
	}
	for _, in := range r.Inputs {
		if in.CustomID != "" || len(in.Options.fields()) > 0 || in.KeepDocument != nil || in.Corrections != "" {
			return nil, invalid("an input beside files can have nothing but a URL")
		}
		fields = append(fields, field{"urls[]", in.URL})
	}
	return formBody(fields, "files[]", r.Files)
}

// Create requests a batch and returns its record without waiting. If a member cannot be converted, only that
// member fails.
func (s BatchService) Create(ctx context.Context, r BatchRequest) (*Batch, error) {
	if len(r.Files)+len(r.Inputs) == 0 {
		return nil, invalid("BatchRequest has no documents")
	}
	b, err := r.body()
	if err != nil {
		return nil, err
	}
	return ask[Batch](ctx, s.c, &call{method: http.MethodPost, path: batchesPath, body: b})
}

// Get returns the record of a batch.
func (s BatchService) Get(ctx context.Context, id string) (*Batch, error) {
	return getOne[Batch](ctx, s.c, batchesPath, id, "", nil)
}

// Wait waits until a batch is final and returns its record, whether or not its members succeeded.
func (s BatchService) Wait(ctx context.Context, id string) (*Batch, error) {
	ctx, cancel := s.c.bound(ctx)
	defer cancel()
	for pause := pollPause; ; pause = min(2*pause, maxPollPause) {
		batch, err := s.Get(ctx, id)
		if err != nil || batch.Status.Final() {
			return batch, err
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// List returns a page of the list of batches, newest first.
func (s BatchService) List(ctx context.Context, g Paging) (*Page[Batch], error) {
	return get[Page[Batch]](ctx, s.c, batchesPath, g.values())
}

// All walks the list. It ends at the first error.
func (s BatchService) All(ctx context.Context, g Paging) iter.Seq2[*Batch, error] {
	return all[Batch](ctx, s.c, batchesPath, g.values())
}

// Conversions walks the members of a batch with this status, or all if it is "".
func (s BatchService) Conversions(ctx context.Context, id string, status Status) iter.Seq2[*Conversion, error] {
	path, err := idPath(batchesPath, id, "/conversions")
	if err != nil {
		return failing[Conversion](err)
	}
	query := url.Values{}
	if status != "" {
		query.Set("status", string(status))
	}
	return all[Conversion](ctx, s.c, path, query)
}

// Cancel cancels the members that are not final, and returns the record.
func (s BatchService) Cancel(ctx context.Context, id string) (*Batch, error) {
	return change[Batch](ctx, s.c, http.MethodPost, batchesPath, id, "/cancel", nil)
}

// Download writes the archive of all completed members: a folder for each, and manifest.json. The service makes
// the archive while it sends it, so an interrupted download cannot be resumed.
func (s BatchService) Download(ctx context.Context, id string, w io.Writer) (int64, error) {
	return s.c.download(ctx, batchesPath, id, "", w)
}

// Extract downloads that archive and unpacks it into the folder dir, like the function Extract.
func (s BatchService) Extract(ctx context.Context, id, dir string) error {
	return s.c.extract(ctx, batchesPath, id, dir)
}
