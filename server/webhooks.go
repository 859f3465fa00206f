package server

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/webhook"
)

const (
	// webhooksMost is how many endpoints an account may register.
	webhooksMost = 20

	// maxDescription is the greatest length of an endpoint's description in characters.
	maxDescription = 256

	// replayMost is how many deliveries one request replays: as many as one transaction manages within a second.
	// Another request replays the next ones.
	replayMost = 10_000

	// disabledHeader lists, in answers with endpoints, the endpoints that are disabled.
	disabledHeader = "X-Webhook-Disabled"

	// allEvents stands for all kinds of events, including kinds that later versions add.
	allEvents = "*"
)

// eventKinds are the kinds of events that an endpoint may ask for.
var eventKinds = []string{
	string(webhook.ConversionStarted), string(webhook.ConversionCompleted), string(webhook.ConversionFailed),
	string(webhook.BatchProgress), string(webhook.BatchCompleted),
}

// delivery serves the endpoints of webhooks, their secrets, and the deliveries to them.
type delivery struct {
	*core
	vault  *deliver.Vault
	sender *deliver.Sender
}

// listWebhooks answers with the endpoints of the account.
func (s *delivery) listWebhooks(c *call) error {
	limit, after, err := c.pageParameters()
	if err != nil {
		return err
	}
	if after != "" && !store.IsID("whk", after) {
		return failure(client.InvalidCursor, "the cursor is not one of this list")
	}
	all, err := s.webhooks(c)
	if err != nil {
		return err
	}
	page := client.Page[client.Webhook]{Data: []client.Webhook{}}
	var disabled []string
	for _, w := range all {
		if !w.Disabled.IsZero() {
			disabled = append(disabled, w.ID)
		}
		switch {
		case after != "" && w.ID >= after:
		case len(page.Data) == limit:
			page.HasMore, page.NextCursor = true, &page.Data[limit-1].ID
		default:
			page.Data = append(page.Data, wireWebhook(w))
		}
	}
	if disabled != nil {
		c.w.Header().Set(disabledHeader, strings.Join(disabled, ", "))
	}
	return c.respond(http.StatusOK, page)
}

// webhooks returns all endpoints of the account, newest first.
func (s *delivery) webhooks(c *call) (all []*store.Webhook, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		all, err = store.ListWebhooks(c.ctx(), tx, c.account.ID)
		return err
	})
	return all, s.webhookError(err)
}

func wireWebhook(w *store.Webhook) client.Webhook {
	out := client.Webhook{
		ID: w.ID, URL: w.URL, Events: w.Events, Description: w.Description, Status: client.WebhookEnabled,
		PayloadFormat: w.Format, SignatureScheme: int(w.Scheme), SecretHint: w.SecretHint,
		CreatedAt: w.Created, UpdatedAt: w.Updated, LastSuccessAt: optionalTime(w.LastSuccess), FailureCount: int(w.Failures),
	}
	if !w.Disabled.IsZero() {
		out.Status, out.DisabledReason = client.WebhookDisabled, &w.DisabledReason
	}
	return out
}

// createWebhook registers an endpoint.
func (s *delivery) createWebhook(c *call) error {
	var req client.WebhookRequest
	fingerprint, err := s.readBody(c.w, c.r, &req)
	if err != nil {
		return err
	}
	w, err := s.newWebhook(c, req)
	if err != nil {
		return err
	}
	if replayed, err := c.begin(fingerprint); replayed || err != nil {
		return err
	}
	secret, err := s.register(c, w)
	if err != nil {
		return err
	}
	c.w.Header().Set("Location", "/v1/webhooks/"+w.ID)
	return c.respondSecret(http.StatusCreated, w, secret)
}

// newWebhook returns the endpoint that a request asks for, or an error if the request is not valid.
func (s *delivery) newWebhook(c *call, req client.WebhookRequest) (*store.Webhook, error) {
	if req.URL == "" {
		return nil, missingParameter("url")
	}
	w := &store.Webhook{
		ID: store.NewID("whk"), Account: c.account.ID, Events: []string{allEvents},
		Format: string(webhook.FormatFlat), Scheme: int64(webhook.SchemeTimestamp),
	}
	change := client.WebhookUpdate{URL: &req.URL, Events: req.Events, Description: &req.Description}
	if req.PayloadFormat != "" {
		change.PayloadFormat = &req.PayloadFormat
	}
	if req.SignatureScheme != 0 {
		change.SignatureScheme = &req.SignatureScheme
	}
	return w, s.changeWebhook(w, change)
}

// register stores a new endpoint with a new secret, and returns the secret.
func (s *delivery) register(c *call, w *store.Webhook) (deliver.Secret, error) {
	secret := s.vault.New(w.ID)
	w.Secret, w.SecretHint = secret.Sealed, secret.Hint
	err := s.db.Update(c.ctx(), func(tx store.Tx) error { return store.InsertWebhook(c.ctx(), tx, w, webhooksMost) })
	if errors.Is(err, store.ErrLimit) {
		return secret, failure(client.WebhookLimitReached, "the account has %d webhooks, which is as many as it may have", webhooksMost)
	}
	if err != nil {
		return secret, s.storeError(err)
	}
	return secret, nil
}

// respondSecret answers with an endpoint and its new secret. The answer that is stored for an Idempotency-Key is
// without the secret, because no secret is stored in clear.
func (c *call) respondSecret(status int, w *store.Webhook, secret deliver.Secret) error {
	wire := wireWebhook(w)
	c.once.keepJSON(c, status, wire)
	wire.Secret = secret.Clear
	writeJSON(c.w, status, wire)
	return nil
}

// changeWebhook applies the changes that an owner may make. It returns an error if one of them is not valid.
func (s *delivery) changeWebhook(w *store.Webhook, u client.WebhookUpdate) error {
	if u.URL != nil {
		if _, err := s.guard.WebhookURL(*u.URL); err != nil {
			return addressError(err, "url")
		}
		w.URL = *u.URL
	}
	if u.Events != nil {
		events, err := eventList(u.Events)
		if err != nil {
			return err
		}
		w.Events = events
	}
	if u.Description != nil {
		if utf8.RuneCountInString(*u.Description) > maxDescription {
			return badParameter("description", "must have 256 characters at most")
		}
		w.Description = *u.Description
	}
	if u.PayloadFormat != nil {
		switch f := webhook.Format(*u.PayloadFormat); f {
		case webhook.FormatFlat, webhook.FormatNested:
			w.Format = string(f)
		default:
			return badParameter("payload_format", "must be a or b")
		}
	}
	if u.SignatureScheme != nil {
		switch scheme := webhook.Scheme(*u.SignatureScheme); scheme {
		case webhook.SchemeBody, webhook.SchemeTimestamp:
			w.Scheme = int64(scheme)
		default:
			return badParameter("signature_scheme", "must be 1 or 2")
		}
	}
	return nil
}

// eventList returns kinds without repetitions. An empty list stands for all kinds.
func eventList(kinds []string) ([]string, error) {
	var out []string
	for _, kind := range kinds {
		if kind != allEvents && !slices.Contains(eventKinds, kind) {
			return nil, badParameter("events", "names an event that there is not")
		}
		if !slices.Contains(out, kind) {
			out = append(out, kind)
		}
	}
	if len(out) == 0 || slices.Contains(out, allEvents) {
		return []string{allEvents}, nil
	}
	return out, nil
}

// getWebhook answers with an endpoint.
func (s *delivery) getWebhook(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	w, err := s.webhook(c)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, wireWebhook(w))
}

// webhook returns the endpoint that the path names.
func (s *delivery) webhook(c *call) (w *store.Webhook, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		w, err = store.GetWebhook(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		return err
	})
	return w, s.webhookError(err)
}

func (s *delivery) webhookError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound):
		return failure(client.WebhookNotFound, "there is no such webhook")
	case errors.Is(err, deliver.ErrRotating):
		return failure(client.RotationInProgress, "the secret was rotated, and the old one is still good; force ends it at once")
	}
	return s.storeError(err)
}

// updateWebhook changes an endpoint.
func (s *delivery) updateWebhook(c *call) error {
	var u client.WebhookUpdate
	if _, err := s.readBody(c.w, c.r, &u); err != nil {
		return err
	}
	w, err := s.patchWebhook(c, u)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, wireWebhook(w))
}

// patchWebhook changes the endpoint that the path names. Enabling an endpoint clears its record of failures.
func (s *delivery) patchWebhook(c *call, u client.WebhookUpdate) (w *store.Webhook, err error) {
	if u.Status != nil && *u.Status != client.WebhookEnabled && *u.Status != client.WebhookDisabled {
		return nil, badParameter("status", "must be enabled or disabled")
	}
	err = s.db.Update(c.ctx(), func(tx store.Tx) (err error) {
		if w, err = store.LockWebhook(c.ctx(), tx, c.account.ID, c.r.PathValue("id")); err != nil {
			return err
		}
		if err := s.changeWebhook(w, u); err != nil {
			return err
		}
		now, err := tx.Now(c.ctx())
		if err != nil {
			return err
		}
		switch {
		case u.Status == nil:
		case *u.Status == client.WebhookEnabled:
			w.Disabled, w.DisabledReason, w.Failures, w.FailingSince = time.Time{}, "", 0, time.Time{}
		case w.Disabled.IsZero():
			w.Disabled, w.DisabledReason = now, "The owner disabled it."
		}
		return store.UpdateWebhook(c.ctx(), tx, w, deliver.HostOf(w.URL))
	})
	return w, s.webhookError(err)
}

// deleteWebhook removes an endpoint.
func (s *delivery) deleteWebhook(c *call) error {
	if err := s.removeWebhook(c); err != nil {
		return err
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

// removeWebhook removes the endpoint that the path names.
func (s *delivery) removeWebhook(c *call) error {
	return s.webhookError(s.db.Update(c.ctx(), func(tx store.Tx) error {
		return store.DeleteWebhook(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
	}))
}

// readRotation reads the body of a rotation.
func (s *delivery) readRotation(c *call) (r deliver.Rotation, fingerprint string, err error) {
	var req client.Rotation
	if fingerprint, err = s.readBody(c.w, c.r, &req); err != nil {
		return r, "", err
	}
	r = deliver.Rotation{Grace: defaultGrace, Force: req.Force}
	if req.GraceSeconds != nil {
		if *req.GraceSeconds < 0 || *req.GraceSeconds > int(maxGrace/time.Second) {
			return r, "", badParameter("grace_seconds", "must be from 0 to 2592000")
		}
		r.Grace = time.Duration(*req.GraceSeconds) * time.Second
	}
	return r, fingerprint, nil
}

// rotateWebhookSecret gives an endpoint a new secret.
func (s *delivery) rotateWebhookSecret(c *call) error {
	r, fingerprint, err := s.readRotation(c)
	if err != nil {
		return err
	}
	if replayed, err := c.begin(fingerprint); replayed || err != nil {
		return err
	}
	w, secret, err := s.renewSecret(c, r)
	if err != nil {
		return err
	}
	return c.respondSecret(http.StatusOK, w, secret)
}

// renewSecret gives the endpoint that the path names a new secret.
func (s *delivery) renewSecret(c *call, r deliver.Rotation) (w *store.Webhook, secret deliver.Secret, err error) {
	err = s.db.Update(c.ctx(), func(tx store.Tx) (err error) {
		if w, err = store.LockWebhook(c.ctx(), tx, c.account.ID, c.r.PathValue("id")); err != nil {
			return err
		}
		if r.Now, err = tx.Now(c.ctx()); err != nil {
			return err
		}
		if secret, err = s.vault.Rotate(w.ID, w.Secret, r); err != nil {
			return err
		}
		w.Secret, w.SecretHint = secret.Sealed, secret.Hint
		return store.UpdateWebhook(c.ctx(), tx, w, deliver.HostOf(w.URL))
	})
	return w, secret, s.webhookError(err)
}

// rotateAccountSecret makes a new secret for the addresses that come with conversions.
func (s *delivery) rotateAccountSecret(c *call) error {
	r, fingerprint, err := s.readRotation(c)
	if err != nil {
		return err
	}
	if replayed, err := c.begin(fingerprint); replayed || err != nil {
		return err
	}
	secret, err := s.renewAccountSecret(c, r)
	if err != nil {
		return err
	}
	c.once.keepJSON(c, http.StatusOK, client.Secret{}) // no secret is stored in clear
	writeJSON(c.w, http.StatusOK, client.Secret{Secret: secret.Clear})
	return nil
}

// renewAccountSecret makes a new secret for the addresses that come with conversions.
func (s *delivery) renewAccountSecret(c *call, r deliver.Rotation) (secret deliver.Secret, err error) {
	err = s.db.Update(c.ctx(), func(tx store.Tx) error {
		a, err := store.LockAccount(c.ctx(), tx, c.account.ID)
		if err != nil {
			return err
		}
		if r.Now, err = tx.Now(c.ctx()); err != nil {
			return err
		}
		if secret, err = s.vault.Rotate(a.ID, a.WebhookSecret, r); err != nil {
			return err
		}
		return store.SetWebhookSecret(c.ctx(), tx, a.ID, secret.Sealed)
	})
	return secret, s.webhookError(err)
}

// testWebhook sends a sample of an event to an endpoint, and answers with the outcome.
func (s *delivery) testWebhook(c *call) error {
	req := struct {
		Event string `json:"event"`
	}{string(webhook.ConversionCompleted)}
	fingerprint, err := s.readBody(c.w, c.r, &req)
	if err != nil {
		return err
	}
	w, err := s.webhookToTest(c, req.Event)
	if err != nil {
		return err
	}
	if replayed, err := c.begin(fingerprint); replayed || err != nil {
		return err
	}
	attempt, err := s.tryWebhook(c, w, req.Event)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, wireAttempt(attempt))
}

// testRetry is the pause after which a client should try a test again. The receiver of a test may take as long.
const testRetry = 5 * time.Second

// tryWebhook sends the sample. If this process sends no events, another process does it.
func (s *delivery) tryWebhook(c *call, w *store.Webhook, event string) (store.Attempt, error) {
	if *s.config.Outbound {
		return s.sender.Try(c.ctx(), w, webhook.Kind(event))
	}
	attempt, err := s.sender.TryElsewhere(c.ctx(), w, webhook.Kind(event))
	switch {
	case errors.Is(err, deliver.ErrNobodySends):
		return attempt, unavailable("outbound")
	case errors.Is(err, deliver.ErrTrials):
		e := failure(client.RateLimitExceeded, "other tests of webhooks of the account have no answer yet")
		e.RetryAfter = testRetry
		return attempt, e
	}
	return attempt, s.webhookError(err)
}

// webhookToTest returns the endpoint that the path names, if it can get an event of this kind.
func (s *delivery) webhookToTest(c *call, event string) (*store.Webhook, error) {
	if !slices.Contains(eventKinds, event) {
		return nil, badParameter("event", "is none that there is")
	}
	return s.webhook(c)
}

func wireAttempt(a store.Attempt) client.Attempt {
	out := client.Attempt{
		Number: int(a.Number), At: a.Started, Duration: int(a.Duration.Milliseconds()), Error: optionalString(a.Error),
	}
	if a.StatusCode != 0 {
		status := int(a.StatusCode)
		out.StatusCode, out.Response = &status, &a.Response
	}
	return out
}
