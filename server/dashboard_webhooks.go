package server

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/webhook"
)

// webhooksPage lists endpoints.
func (s *pages) webhooksPage(c *call) error { return s.showWebhooks(c, "") }

// showWebhooks answers with the list of endpoints. It shows the account's secret if that is new.
func (s *pages) showWebhooks(c *call, secret string) error {
	list, err := s.delivery.webhooks(c)
	if err != nil {
		return err
	}
	data := struct {
		List   []client.Webhook
		Most   int
		Secret string // for addresses that come with conversions
	}{Most: webhooksMost, Secret: secret}
	for _, w := range list {
		data.List = append(data.List, wireWebhook(w))
	}
	return s.showPage(c, http.StatusOK, "webhooks", view{Title: "Webhooks", Tab: webhooksRoot, Data: data})
}

// rotateAccountSecretFromPage makes a new secret for the addresses that come with conversions, and shows it once.
func (s *pages) rotateAccountSecretFromPage(c *call) error {
	r, err := s.rotationFromPage(c)
	if err != nil {
		return err
	}
	secret, err := s.delivery.renewAccountSecret(c, r)
	if err != nil {
		return err
	}
	return s.showWebhooks(c, secret.Clear)
}

// rotationFromPage reads the form of a rotation. The old secret stays valid for a day, or ends at once.
func (s *pages) rotationFromPage(c *call) (deliver.Rotation, error) {
	form, err := c.formFields()
	if err != nil || form.Get("leaked") == "" {
		return deliver.Rotation{Grace: defaultGrace}, err
	}
	return deliver.Rotation{Force: true}, nil
}

// webhookForm is the form for an endpoint.
type webhookForm struct {
	ID          string // empty: a new endpoint
	URL         string
	Description string
	Events      []string
	Format      string
	Scheme      string
	Kinds       []string // kinds of all events
	Error       string
}

// Has reports whether the endpoint wants events of a kind.
func (f webhookForm) Has(kind string) bool { return slices.Contains(f.Events, kind) }

// All reports whether the endpoint wants all events, including kinds that later versions add.
func (f webhookForm) All() bool { return len(f.Events) == 0 || f.Has(allEvents) }

func (s *pages) showWebhookForm(c *call, status int, f webhookForm) error {
	f.Kinds = eventKinds
	title := "New webhook"
	if f.ID != "" {
		title = "Change a webhook"
	}
	return s.showPage(c, status, "webhook_form", view{Title: title, Tab: webhooksRoot, Data: f})
}

// newWebhookPage shows the form for a new endpoint.
func (s *pages) newWebhookPage(c *call) error {
	return s.showWebhookForm(c, http.StatusOK, webhookForm{Format: string(webhook.FormatFlat), Scheme: strconv.Itoa(int(webhook.SchemeTimestamp))})
}

// editWebhookPage shows the form for changes of an endpoint.
func (s *pages) editWebhookPage(c *call) error {
	w, err := s.delivery.webhook(c)
	if err != nil {
		return err
	}
	return s.showWebhookForm(c, http.StatusOK, webhookForm{
		ID: w.ID, URL: w.URL, Description: w.Description, Events: w.Events, Format: w.Format, Scheme: strconv.FormatInt(w.Scheme, 10),
	})
}

// webhookFields reads the form of an endpoint.
func (s *pages) webhookFields(c *call) (f webhookForm, scheme int, err error) {
	form, err := c.formFields()
	if err != nil {
		return f, 0, err
	}
	f = webhookForm{
		ID: c.r.PathValue("id"), URL: form.Get("url"), Description: form.Get("description"), Events: form["events"],
		Format: form.Get("payload_format"), Scheme: form.Get("signature_scheme"),
	}
	if scheme, err = strconv.Atoi(f.Scheme); err != nil {
		return f, 0, badParameter("signature_scheme", "must be 1 or 2")
	}
	return f, scheme, nil
}

// createWebhookFromPage registers an endpoint, and shows its secret once.
func (s *pages) createWebhookFromPage(c *call) error {
	f, scheme, err := s.webhookFields(c)
	if err != nil {
		return err
	}
	w, err := s.delivery.newWebhook(c, client.WebhookRequest{
		URL: f.URL, Events: f.Events, Description: f.Description, PayloadFormat: f.Format, SignatureScheme: scheme,
	})
	var secret deliver.Secret
	if err == nil {
		secret, err = s.delivery.register(c, w)
	}
	if known := refusal(err); known != nil {
		f.Error = sentence(known.Message)
		return s.showWebhookForm(c, known.Status, f)
	}
	if err != nil {
		return err
	}
	return s.showWebhook(c, http.StatusCreated, w, webhookView{Secret: secret.Clear})
}

// updateWebhookFromPage changes an endpoint.
func (s *pages) updateWebhookFromPage(c *call) error {
	f, scheme, err := s.webhookFields(c)
	if err != nil {
		return err
	}
	u := client.WebhookUpdate{URL: &f.URL, Description: &f.Description, Events: f.Events, PayloadFormat: &f.Format, SignatureScheme: &scheme}
	if u.Events == nil {
		u.Events = []string{allEvents}
	}
	w, err := s.delivery.patchWebhook(c, u)
	if known := refusal(err); known != nil && known.Code != client.WebhookNotFound {
		f.Error = sentence(known.Message)
		return s.showWebhookForm(c, known.Status, f)
	}
	if err != nil {
		return err
	}
	return c.redirect(webhookPath(w.ID) + "?notice=changed")
}

// webhookPath returns the path of the page of an endpoint.
func webhookPath(id string) string { return webhooksRoot + "/" + url.PathEscape(id) }

// webhookView is what the page of an endpoint shows.
type webhookView struct {
	client.Webhook
	Secret string          // just created
	Tested *client.Attempt // result of a test just made
	Kinds  []string        // kinds of events that can be tested
	Recent []*store.Delivery
	Error  string
}

// webhookPage shows an endpoint.
func (s *pages) webhookPage(c *call) error {
	w, err := s.delivery.webhook(c)
	if err != nil {
		return err
	}
	return s.showWebhook(c, http.StatusOK, w, webhookView{})
}

// showWebhook answers with the page of an endpoint, with what one of its forms has produced.
func (s *pages) showWebhook(c *call, status int, w *store.Webhook, v webhookView) (err error) {
	v.Webhook, v.Kinds = wireWebhook(w), eventKinds
	if v.Recent, _, err = s.delivery.deliveries(c, store.DeliveryFilter{Webhook: w.ID, Limit: recentShown}); err != nil {
		return err
	}
	return s.showPage(c, status, "webhook", view{Title: w.URL, Tab: webhooksRoot, Data: v, Running: sending(v.Recent)})
}

// switchWebhookFromPage enables or disables an endpoint.
func (s *pages) switchWebhookFromPage(c *call) error {
	form, err := c.formFields()
	if err != nil {
		return err
	}
	status := client.WebhookStatus(form.Get("status"))
	w, err := s.delivery.patchWebhook(c, client.WebhookUpdate{Status: &status})
	if err != nil {
		return err
	}
	return c.redirect(webhookPath(w.ID) + "?notice=changed")
}

// rotateSecretFromPage gives an endpoint a new secret, and shows it once.
func (s *pages) rotateSecretFromPage(c *call) error {
	r, err := s.rotationFromPage(c)
	if err != nil {
		return err
	}
	w, secret, err := s.delivery.renewSecret(c, r)
	if err != nil {
		return err
	}
	return s.showWebhook(c, http.StatusOK, w, webhookView{Secret: secret.Clear})
}

// testWebhookFromPage sends a sample of an event, and shows the outcome.
func (s *pages) testWebhookFromPage(c *call) error {
	form, err := c.formFields()
	if err != nil {
		return err
	}
	w, err := s.delivery.webhookToTest(c, form.Get("event"))
	if err != nil {
		return err
	}
	attempt, err := s.delivery.tryWebhook(c, w, form.Get("event"))
	if err != nil {
		return err
	}
	tested := wireAttempt(attempt)
	return s.showWebhook(c, http.StatusOK, w, webhookView{Tested: &tested})
}

// sinceLayout is the format in which a browser sends the time of an input field. Here the time is in UTC.
const sinceLayout = "2006-01-02T15:04"

// replayWebhookFromPage sends deliveries to an endpoint again.
func (s *pages) replayWebhookFromPage(c *call) error {
	form, err := c.formFields()
	if err != nil {
		return err
	}
	req := client.Replay{Status: client.DeliveryStatus(form.Get("status"))}
	if text := form.Get("since"); text != "" {
		since, err := time.Parse(sinceLayout, text)
		if err != nil {
			return badParameter("since", "is not a time such as 2026-01-31T12:00")
		}
		req.Since = &since
	}
	r, err := replayRange(req)
	if err != nil {
		return err
	}
	n, err := s.delivery.replayMany(c, r)
	if err != nil {
		return err
	}
	return c.redirect(webhookPath(c.r.PathValue("id")) + "?notice=replays&count=" + strconv.FormatInt(n, 10))
}

// deleteWebhookFromPage removes an endpoint.
func (s *pages) deleteWebhookFromPage(c *call) error {
	if err := s.delivery.removeWebhook(c); err != nil {
		return err
	}
	return c.redirect(webhooksRoot + "?notice=deleted")
}
