package server_test

import (
	"context"
	"crypto/x509"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
	"github.com/pagelift/pagelift/webhook"
)

// hookPatience is how long a test waits for an event.
const hookPatience = time.Minute

// hooked is a service with an account, and a receiver of its events.
type hooked struct {
	*testing.T
	service  *server.Server
	client   *client.Client
	url      string
	receiver *httptest.Server

	mu      sync.Mutex
	answer  int
	secrets []string
	events  []*webhook.Event
	traces  []string // traceparents of the events
	refused int      // requests whose signature was not valid
}

func newHooked(t *testing.T, configure ...func(*server.Config)) *hooked {
	t.Helper()
	h := &hooked{T: t, answer: http.StatusNoContent}
	h.receiver = httptest.NewTLSServer(http.HandlerFunc(h.receive))
	t.Cleanup(h.receiver.Close)
	pool := x509.NewCertPool()
	pool.AddCert(h.receiver.Certificate())
	var err error
	config := server.Config{
		DataDir: storetest.Folder(t), Logger: slog.New(slog.DiscardHandler), RootCAs: pool,
		AllowPrivate:    []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		WebhookSchedule: []time.Duration{0, 10 * time.Millisecond},
	}
	for _, c := range configure {
		c(&config)
	}
	h.service, err = server.New(t.Context(), config)
	require.NoError(t, err)
	require.NoError(t, h.service.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, h.service.Shutdown(context.Background())) })
	front := httptest.NewServer(h.service)
	t.Cleanup(front.Close)
	h.url = front.URL
	h.client = h.account("one")
	return h
}

// account returns a client of the account with a name.
func (h *hooked) account(name string, scopes ...client.Scope) *client.Client {
	h.Helper()
	key, err := h.service.IssueKey(h.Context(), server.KeyRequest{Account: name, Plan: "enterprise", Environment: "dev", Name: name, Scopes: scopes})
	require.NoError(h, err)
	recorded := &http.Client{Transport: &recording{t: h.T, next: http.DefaultTransport, key: key.Key}}
	c, err := client.New(key.Key, client.Config{BaseURL: h.url, HTTPClient: recorded})
	require.NoError(h, err)
	return c
}

func (h *hooked) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	e, err := webhook.Verify(r.Header, body, h.secrets, webhook.Options{})
	if err != nil {
		h.refused++
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	h.events = append(h.events, e)
	h.traces = append(h.traces, r.Header.Get("Traceparent"))
	w.WriteHeader(h.answer)
}

// answers sets the status of the receiver's answers, and its secrets.
func (h *hooked) answers(status int, secrets ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answer, h.secrets = status, secrets
}

// told returns the kinds of events that the receiver has got since the last call.
func (h *hooked) told() (kinds []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.events {
		kinds = append(kinds, string(e.Kind))
	}
	h.events = nil
	return kinds
}

// settled waits until no delivery is pending, and returns all of them, newest first.
func (h *hooked) settled() (all []*client.Delivery) {
	h.Helper()
	require.Eventually(h, func() bool {
		all = nil
		for d, err := range h.client.Deliveries.All(h.Context(), client.DeliveryQuery{}) {
			require.NoError(h, err)
			all = append(all, d)
			if d.Status == client.DeliveryPending {
				return false
			}
		}
		return true
	}, hookPatience, 10*time.Millisecond)
	return all
}

func (h *hooked) convert(r client.ConvertRequest) {
	h.Helper()
	data, err := os.Open("../examples/sample.pdf")
	require.NoError(h, err)
	defer data.Close()
	r.File = client.File{Content: data, Name: "sample.pdf"}
	_, err = h.client.Conversions.Convert(h.Context(), r)
	require.NoError(h, err)
}

func TestAWebhookFromItsRegistrationToAReplay(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	ctx := t.Context()
	w, err := h.client.Webhooks.Create(ctx, client.WebhookRequest{
		URL: h.receiver.URL, Events: []string{"conversion.completed", "conversion.completed"}, Description: "d", PayloadFormat: "b", SignatureScheme: 1,
	})
	require.NoError(t, err)
	require.Equal(t, []any{client.WebhookEnabled, []string{"conversion.completed"}, "b", 1, "d"},
		[]any{w.Status, w.Events, w.PayloadFormat, w.SignatureScheme, w.Description})
	require.True(t, strings.HasSuffix(w.Secret, w.SecretHint))
	h.answers(http.StatusInternalServerError, w.Secret)

	h.convert(client.ConvertRequest{})
	d := h.settled()[0]
	require.Equal(t, []any{client.DeliveryFailed, 2, w.ID}, []any{d.Status, d.AttemptCount, *d.WebhookID})
	require.Nil(t, d.Attempts)
	d, err = h.client.Deliveries.Get(ctx, d.ID)
	require.NoError(t, err)
	require.Len(t, d.Attempts, 2)
	require.Equal(t, []any{500, "status"}, []any{*d.Attempts[1].StatusCode, *d.Attempts[1].Error})
	require.Equal(t, []string{"conversion.completed", "conversion.completed"}, h.told())

	h.answers(http.StatusNoContent, w.Secret)
	again, err := h.client.Deliveries.Replay(ctx, d.ID)
	require.NoError(t, err)
	require.Equal(t, []any{client.DeliveryPending, d.EventID}, []any{again.Status, again.EventID})
	require.Equal(t, client.DeliverySucceeded, h.settled()[0].Status)
	replayed, err := h.client.Webhooks.Replay(ctx, w.ID, client.Replay{Status: client.DeliverySucceeded})
	require.NoError(t, err)
	require.Equal(t, 1, replayed.Count)
	h.settled()
	require.Len(t, h.told(), 2)

	disabled, enabled := client.WebhookDisabled, client.WebhookEnabled
	_, err = h.client.Webhooks.Update(ctx, w.ID, client.WebhookUpdate{Status: &disabled})
	require.NoError(t, err)
	_, err = h.client.Deliveries.Replay(ctx, d.ID)
	require.ErrorIs(t, err, client.WebhookIsDisabled)
	_, err = h.client.Webhooks.Update(ctx, w.ID, client.WebhookUpdate{Status: &enabled})
	require.NoError(t, err)

	attempt, err := h.client.Webhooks.Test(ctx, w.ID, "batch.completed")
	require.NoError(t, err)
	require.Equal(t, []any{204, (*string)(nil)}, []any{*attempt.StatusCode, attempt.Error})
	require.Equal(t, []string{"batch.completed"}, h.told())

	rotated, err := h.client.Webhooks.RotateSecret(ctx, w.ID, client.Rotation{})
	require.NoError(t, err)
	require.NotEqual(t, w.Secret, rotated.Secret)
	_, err = h.client.Webhooks.RotateSecret(ctx, w.ID, client.Rotation{})
	require.ErrorIs(t, err, client.RotationInProgress)
	for _, secret := range []string{w.Secret, rotated.Secret} {
		h.answers(http.StatusNoContent, secret)
		attempt, err := h.client.Webhooks.Test(ctx, w.ID, "conversion.failed")
		require.NoError(t, err)
		require.Equal(t, 204, *attempt.StatusCode, "both secrets are valid for a while")
	}
	_, err = h.client.Webhooks.RotateSecret(ctx, w.ID, client.Rotation{GraceSeconds: new(int), Force: true})
	require.NoError(t, err)
	attempt, err = h.client.Webhooks.Test(ctx, w.ID, "conversion.failed")
	require.NoError(t, err)
	require.Equal(t, 401, *attempt.StatusCode, "after a leak the old secret is not valid")
}

func TestAnAddressOfAConversionIsSignedForTheAccount(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	secret, err := h.client.Webhooks.RotateAccountSecret(t.Context(), client.Rotation{})
	require.NoError(t, err)
	h.answers(http.StatusOK, secret.Secret)
	h.convert(client.ConvertRequest{WebhookURL: h.receiver.URL + "/hook"})
	require.Eventually(t, func() bool { return len(h.settled()) == 2 }, hookPatience, 10*time.Millisecond)
	h.settled()
	h.mu.Lock()
	defer h.mu.Unlock()
	require.Zero(t, h.refused)
	require.Len(t, h.events, 2)
	for _, e := range h.events {
		if e.Kind != webhook.ConversionCompleted {
			continue
		}
		answer, err := http.Get(e.DownloadURL)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusOK, answer.StatusCode, "the address in the event is valid without a key")
	}
}

func TestRegistrationsAreRefused(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	for name, c := range map[string]struct {
		request client.WebhookRequest
		code    client.Code
	}{
		"without an address":       {client.WebhookRequest{}, client.MissingParameter},
		"not encrypted":            {client.WebhookRequest{URL: "http://a.example/"}, client.InvalidURL},
		"with a password":          {client.WebhookRequest{URL: "https://u:p@a.example/"}, client.InvalidURL},
		"an address of the inside": {client.WebhookRequest{URL: "https://10.0.0.1/"}, client.URLNotAllowed},
		"no such event":            {client.WebhookRequest{URL: "https://a.example/", Events: []string{"x"}}, client.InvalidParameter},
		"no such format":           {client.WebhookRequest{URL: "https://a.example/", PayloadFormat: "c"}, client.InvalidParameter},
		"no such scheme":           {client.WebhookRequest{URL: "https://a.example/", SignatureScheme: 3}, client.InvalidParameter},
		"a long description":       {client.WebhookRequest{URL: "https://a.example/", Description: strings.Repeat("é", 257)}, client.InvalidParameter},
	} {
		_, err := h.client.Webhooks.Create(t.Context(), c.request)
		require.ErrorIs(t, err, c.code, name)
	}
}

func TestWebhooksAreChangedListedAndBounded(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	ctx := t.Context()
	var ids []string
	for range 20 {
		w, err := h.client.Webhooks.Create(ctx, client.WebhookRequest{URL: "https://a.example/"})
		require.NoError(t, err)
		ids = append([]string{w.ID}, ids...)
	}
	_, err := h.client.Webhooks.Create(ctx, client.WebhookRequest{URL: "https://a.example/"})
	require.ErrorIs(t, err, client.WebhookLimitReached)
	var listed []string
	for w, err := range h.client.Webhooks.All(ctx, client.Paging{Limit: 7}) {
		require.NoError(t, err)
		require.Empty(t, w.Secret)
		require.Equal(t, []string{"*"}, w.Events)
		listed = append(listed, w.ID)
	}
	require.Equal(t, ids, listed)
	_, err = h.client.Webhooks.List(ctx, client.Paging{Cursor: "x"})
	require.ErrorIs(t, err, client.InvalidCursor)

	disabled, description := client.WebhookDisabled, "new"
	w, err := h.client.Webhooks.Update(ctx, ids[0], client.WebhookUpdate{Status: &disabled, Description: &description, Events: []string{"batch.completed"}})
	require.NoError(t, err)
	require.Equal(t, []any{client.WebhookDisabled, "new", []string{"batch.completed"}, "https://a.example/"}, []any{w.Status, w.Description, w.Events, w.URL})
	require.NotNil(t, w.DisabledReason)
	_, err = h.client.Webhooks.Replay(ctx, ids[0], client.Replay{})
	require.ErrorIs(t, err, client.WebhookIsDisabled)
	var refused *client.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, *w.DisabledReason, refused.Details["disabled_reason"])
	enabled := client.WebhookEnabled
	w, err = h.client.Webhooks.Update(ctx, ids[0], client.WebhookUpdate{Status: &enabled})
	require.NoError(t, err)
	require.Nil(t, w.DisabledReason)

	other := h.account("two")
	_, err = other.Webhooks.Get(ctx, ids[0])
	require.ErrorIs(t, err, client.WebhookNotFound)
	require.ErrorIs(t, other.Webhooks.Delete(ctx, ids[0]), client.WebhookNotFound)
	_, err = other.Webhooks.RotateSecret(ctx, ids[0], client.Rotation{})
	require.ErrorIs(t, err, client.WebhookNotFound)
	_, err = other.Deliveries.Get(ctx, "dlv_none")
	require.ErrorIs(t, err, client.DeliveryNotFound)
	_, err = other.Deliveries.Replay(ctx, "dlv_none")
	require.ErrorIs(t, err, client.DeliveryNotFound)

	require.NoError(t, h.client.Webhooks.Delete(ctx, ids[0]))
	_, err = h.client.Webhooks.Get(ctx, ids[0])
	require.ErrorIs(t, err, client.WebhookNotFound)

	reader := h.account("one", client.ScopeWebhooksRead)
	_, err = reader.Webhooks.Get(ctx, ids[1])
	require.NoError(t, err)
	require.ErrorIs(t, reader.Webhooks.Delete(ctx, ids[1]), client.InsufficientScope)
}
