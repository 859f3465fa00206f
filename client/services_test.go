package client_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// Every call that is one request and its answer, with what is sent.
func TestCallsAndTheirRequests(t *testing.T) {
	t.Parallel()
	since := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
	for want, call := range map[string]func(context.Context, *client.Client) error{
		"GET /v1/conversions/x": func(ctx context.Context, c *client.Client) error {
			return second(c.Conversions.Get(ctx, "x"))
		},
		"GET /v1/conversions/x?fields=summary": func(ctx context.Context, c *client.Client) error {
			return second(c.Conversions.Summary(ctx, "x"))
		},
		"GET /v1/conversions": func(ctx context.Context, c *client.Client) error {
			return second(c.Conversions.List(ctx, client.ConversionQuery{}))
		},
		"GET /v1/conversions?batch_id=b&created_after=2026-01-02T02%3A04%3A05Z&created_before=2026-01-02T02%3A04%3A05Z&cursor=c&custom_id=a%3A1&limit=5&status=failed": func(ctx context.Context, c *client.Client) error {
			return second(c.Conversions.List(ctx, client.ConversionQuery{
				Status: client.StatusFailed, BatchID: "b", CustomID: "a:1", CreatedAfter: since, CreatedBefore: since,
				Paging: client.Paging{Limit: 5, Cursor: "c"},
			}))
		},
		"POST /v1/conversions/x/cancel": func(ctx context.Context, c *client.Client) error {
			return second(c.Conversions.Cancel(ctx, "x"))
		},
		"DELETE /v1/conversions/x": func(ctx context.Context, c *client.Client) error { return c.Conversions.Delete(ctx, "x") },

		`POST /v1/batches {"inputs":[{"url":"https://example.com/a.pdf","custom_id":"a","options":{"ocr_enabled":true},"keep_document":false,"corrections":"version: 1"}],"options":{"semantic_html":false},"webhook_url":"https://example.com/h"}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Batches.Create(ctx, client.BatchRequest{
				Inputs:  []client.BatchInput{{URL: "https://example.com/a.pdf", CustomID: "a", Options: client.Options{OCREnabled: new(true)}, KeepDocument: new(false), Corrections: "version: 1"}},
				Options: client.Options{SemanticHTML: new(false)}, WebhookURL: "https://example.com/h",
			}))
		},
		"GET /v1/batches/x": func(ctx context.Context, c *client.Client) error { return second(c.Batches.Get(ctx, "x")) },
		"GET /v1/batches?limit=7": func(ctx context.Context, c *client.Client) error {
			return second(c.Batches.List(ctx, client.Paging{Limit: 7}))
		},
		"POST /v1/batches/x/cancel": func(ctx context.Context, c *client.Client) error { return second(c.Batches.Cancel(ctx, "x")) },
		"GET /v1/webhooks/x":        func(ctx context.Context, c *client.Client) error { return second(c.Webhooks.Get(ctx, "x")) },
		"GET /v1/webhooks": func(ctx context.Context, c *client.Client) error {
			return second(c.Webhooks.List(ctx, client.Paging{}))
		},
		"DELETE /v1/webhooks/x": func(ctx context.Context, c *client.Client) error { return c.Webhooks.Delete(ctx, "x") },
		`PATCH /v1/webhooks/x {"status":"enabled"}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Webhooks.Update(ctx, "x", client.WebhookUpdate{Status: new(client.WebhookEnabled)}))
		},
		`POST /v1/webhooks {"url":"https://example.com/h"}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Webhooks.Create(ctx, client.WebhookRequest{URL: "https://example.com/h"}))
		},
		`POST /v1/webhooks/x/rotate-secret {"grace_seconds":0}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Webhooks.RotateSecret(ctx, "x", client.Rotation{GraceSeconds: new(0)}))
		},
		`POST /v1/webhook-secret/rotate {}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Webhooks.RotateAccountSecret(ctx, client.Rotation{}))
		},
		`POST /v1/webhooks/x/test {"event":"batch.completed"}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Webhooks.Test(ctx, "x", "batch.completed"))
		},
		`POST /v1/webhooks/x/replay {"since":"2026-01-02T03:04:05+01:00","status":"failed"}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Webhooks.Replay(ctx, "x", client.Replay{Since: &since, Status: client.DeliveryFailed}))
		},
		"GET /v1/deliveries?conversion_id=c&status=pending&webhook_id=w": func(ctx context.Context, c *client.Client) error {
			return second(c.Deliveries.List(ctx, client.DeliveryQuery{WebhookID: "w", ConversionID: "c", Status: client.DeliveryPending}))
		},
		"GET /v1/deliveries/x":         func(ctx context.Context, c *client.Client) error { return second(c.Deliveries.Get(ctx, "x")) },
		"POST /v1/deliveries/x/replay": func(ctx context.Context, c *client.Client) error { return second(c.Deliveries.Replay(ctx, "x")) },
		"GET /v1/usage":                func(ctx context.Context, c *client.Client) error { return second(c.Usage.Get(ctx)) },
		"GET /v1/usage/daily":          func(ctx context.Context, c *client.Client) error { return second(c.Usage.Daily(ctx, 0)) },
		"GET /v1/usage/daily?days=30":  func(ctx context.Context, c *client.Client) error { return second(c.Usage.Daily(ctx, 30)) },
		`POST /v1/api-keys {"name":"nightly","environment":"prd","scopes":["usage:read"]}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Keys.Create(ctx, client.APIKeyRequest{Name: "nightly", Environment: "prd", Scopes: []client.Scope{client.ScopeUsageRead}}))
		},
		"GET /v1/api-keys": func(ctx context.Context, c *client.Client) error { return second(c.Keys.List(ctx, client.Paging{})) },
		`POST /v1/api-keys/x/rotate {"grace_seconds":60}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Keys.Rotate(ctx, "x", client.Rotation{GraceSeconds: new(60)}))
		},
		`POST /v1/admin/accounts {"name":"n","plan":"free","limits":{"concurrent":0}}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Admin.CreateAccount(ctx, client.AccountRequest{Name: "n", Plan: "free", Limits: &client.LimitChanges{Concurrent: new(int64(0))}}))
		},
		"GET /v1/admin/accounts/x": func(ctx context.Context, c *client.Client) error { return second(c.Admin.Account(ctx, "x")) },
		"GET /v1/admin/accounts?limit=7": func(ctx context.Context, c *client.Client) error {
			return second(c.Admin.Accounts(ctx, client.Paging{Limit: 7}))
		},
		`PATCH /v1/admin/accounts/x {"status":"disabled"}`: func(ctx context.Context, c *client.Client) error {
			return second(c.Admin.UpdateAccount(ctx, "x", client.AccountUpdate{Status: new(client.AccountIsDisabled)}))
		},
		"GET /v1/admin/accounts/x/usage": func(ctx context.Context, c *client.Client) error {
			return second(c.Admin.AccountUsage(ctx, "x"))
		},
		"GET /v1/admin/audit?account_id=a&cursor=c&limit=5&since=2026-01-02T02%3A04%3A05Z": func(ctx context.Context, c *client.Client) error {
			return second(c.Admin.Audit(ctx, client.AuditQuery{AccountID: "a", Since: since, Paging: client.Paging{Limit: 5, Cursor: "c"}}))
		},
		"DELETE /v1/api-keys/x": func(ctx context.Context, c *client.Client) error { return c.Keys.Delete(ctx, "x") },
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			var got []string
			c := newClient(t, client.Config{HTTPClient: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
				line := r.Method + " " + r.URL.RequestURI()
				if r.Body != nil {
					text, err := io.ReadAll(r.Body)
					require.NoError(t, err)
					require.Equal(t, int64(len(text)), r.ContentLength)
					r.Body.Close()
					line += " " + string(text)
				}
				got = append(got, line)
				rec := httptest.NewRecorder()
				if r.Method == http.MethodDelete {
					rec.Code = http.StatusNoContent
				} else {
					reply(rec, http.StatusOK, struct{}{})
				}
				return rec.Result(), nil
			})}})
			require.NoError(t, call(t.Context(), c))
			require.Equal(t, []string{want}, got)
		})
	}
}

func second[T any](_ T, err error) error { return err }

func TestAllWalksEveryPage(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"":  `{"data":[{"id":"a"},{"id":"b"}],"has_more":true,"next_cursor":"2"}`,
		"2": `{"data":[],"has_more":true,"next_cursor":"3"}`,
		"3": `{"data":[{"id":"c"}],"has_more":false,"next_cursor":null}`,
	}
	c, asked := answering(t, func(r *http.Request) string { return pages[r.URL.Query().Get("cursor")] })
	var ids []string
	for w, err := range c.Webhooks.All(t.Context(), client.Paging{Limit: 2}) {
		require.NoError(t, err)
		ids = append(ids, w.ID)
	}
	require.Equal(t, []string{"a", "b", "c"}, ids)
	require.Equal(t, []string{"limit=2", "cursor=2&limit=2", "cursor=3&limit=2"}, *asked)

	*asked = nil
	for w, err := range c.Webhooks.All(t.Context(), client.Paging{}) {
		require.NoError(t, err)
		require.Equal(t, "a", w.ID)
		break
	}
	require.Len(t, *asked, 1, "nothing is asked for that nobody wants")
}

func TestAllEndsWhereAListDoesNot(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{
		"no cursor":       `{"data":[{"id":"a"}],"has_more":true,"next_cursor":null}`,
		"the same cursor": `{"data":[{"id":"a"}],"has_more":true,"next_cursor":"1"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _ := answering(t, func(*http.Request) string { return page })
			var last error
			n := 0
			for _, err := range c.Batches.All(t.Context(), client.Paging{Cursor: "1"}) {
				last = err
				n++
			}
			require.ErrorIs(t, last, client.InvalidAnswer)
			require.Equal(t, 2, n)
		})
	}
}

// answering returns a client whose requests are answered with a text, and the queries of the requests.
func answering(t *testing.T, answer func(*http.Request) string) (*client.Client, *[]string) {
	t.Helper()
	asked := new([]string)
	return newClient(t, client.Config{HTTPClient: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		*asked = append(*asked, r.URL.RawQuery)
		rec := httptest.NewRecorder()
		rec.Header().Set("Content-Type", "application/json")
		_, _ = rec.WriteString(answer(r))
		return rec.Result(), nil
	})}}), asked
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"nothing": "", "a page": "<html>Welcome to the hotel", "cut off": `{"plan":"fr`, "another type": `{"plan":{}}`, "a list": "[]",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, asked := answering(t, func(*http.Request) string { return answer })
			_, err := c.Usage.Get(t.Context())
			require.ErrorIs(t, err, client.InvalidAnswer)
			require.Len(t, *asked, 1, "it would be the same again")
		})
	}
}

func TestBatchOfFilesAndAddresses(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.dial(client.Config{Retry: client.RetryPolicy{Attempts: 1}})
	_, err := c.Batches.Create(t.Context(), client.BatchRequest{
		Files: []client.File{
			{Name: "a.pdf", Content: strings.NewReader("%PDF-a")},
			{Name: "b.pdf", Content: strings.NewReader("%PDF-b")},
		},
		Inputs:     []client.BatchInput{{URL: "https://example.com/c.pdf"}, {URL: "https://example.com/d.pdf"}},
		Options:    client.Options{OCREnabled: new(true)},
		WebhookURL: "https://example.com/h",

		KeepDocument: true, Corrections: "version: 1\n", FileCorrections: []string{"", "version: 1\nby: Ann Fox\n"},
	})
	require.ErrorIs(t, err, client.NotFound, "this service has no batches")
	got := s.seen()[0]
	require.Equal(t, map[string][]string{
		"ocr_enabled": {"true"}, "webhook_url": {"https://example.com/h"},
		"keep_document": {"true"}, "corrections": {"version: 1\n"}, "corrections[]": {"", "version: 1\nby: Ann Fox\n"},
		"urls[]": {"https://example.com/c.pdf", "https://example.com/d.pdf"},
	}, got.form)
	require.Equal(t, map[string][]string{"files[]": {"a.pdf", "%PDF-a", "b.pdf", "%PDF-b"}}, got.files)

	for name, r := range map[string]client.BatchRequest{
		"no documents": {},
		"an input with options beside files": {
			Files:  []client.File{{Content: strings.NewReader("x")}},
			Inputs: []client.BatchInput{{URL: "https://example.com/c.pdf", CustomID: "c"}},
		},
		"an input with corrections beside files": {
			Files:  []client.File{{Content: strings.NewReader("x")}},
			Inputs: []client.BatchInput{{URL: "https://example.com/c.pdf", Corrections: "version: 1\n"}},
		},
		"corrections of no file": {Inputs: []client.BatchInput{{URL: "https://example.com/c.pdf"}}, FileCorrections: []string{""}},
		"a file of nothing":      {Files: []client.File{{Name: "a.pdf"}}},
	} {
		_, err := c.Batches.Create(t.Context(), r)
		require.ErrorIs(t, err, client.InvalidParameter, name)
	}
}

func TestBatchMembersAndWait(t *testing.T) {
	t.Parallel()
	states := []client.Status{client.StatusCompleted}
	c, asked := answering(t, func(r *http.Request) string {
		var v any = client.Page[client.Conversion]{Data: []client.Conversion{{ID: "conv_1"}}}
		if r.URL.Path == "/v1/batches/b" {
			v = client.Batch{ID: "b", Status: states[0]}
		}
		text, err := json.Marshal(v)
		require.NoError(t, err)
		return string(text)
	})
	batch, err := c.Batches.Wait(t.Context(), "b")
	require.NoError(t, err)
	require.Equal(t, "b", batch.ID)
	for v, err := range c.Batches.Conversions(t.Context(), "b", client.StatusFailed) {
		require.NoError(t, err)
		require.Equal(t, "conv_1", v.ID)
	}
	require.Equal(t, []string{"", "status=failed"}, *asked)
}
