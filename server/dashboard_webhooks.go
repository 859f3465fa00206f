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

const webhooksRoot = dashboardRoot + "/webhooks"

// webhooksPage lists endpoints.
func (s *Server) webhooksPage(c *call) error { return c.showWebhooks("") }

// showWebhooks answers with the list of endpoints, and with the account's secret if it is new.
func (c *call) showWebhooks(secret string) error {
	list, err := c.webhooks()
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
	return c.page(http.StatusOK, "webhooks", view{Title: "Webhooks", Tab: webhooksRoot, Data: data})
}

// rotateAccountSecretFromPage makes a new secret for the addresses that come with
// conversions, and shows it, once.
func (s *Server) rotateAccountSecretFromPage(c *call) error {
	r, err := c.rotationFromPage()
	if err != nil {
		return err
	}
	secret, err := c.renewAccountSecret(r)
	if err != nil {
		return err
	}
	return c.showWebhooks(secret.Clear)
}

// rotationFromPage reads the form of a rotation: the old secret is good for a day, or ends
// at once.
func (c *call) rotationFromPage() (deliver.Rotation, error) {
	form, err := c.fields()
	if err != nil || form.Get("leaked") == "" {
		return deliver.Rotation{Grace: defaultGrace}, err
	}
	return deliver.Rotation{Force: true}, nil
}

// webhookForm is the form for an endpoint.
type webhookForm struct {
	ID          string // empty: of a new one
	URL         string
	Description string
	Events      []string
	Format      string
	Scheme      string
	Kinds       []string // of all events
	Error       string
}

// Has tells whether events of a kind are wanted.
func (f webhookForm) Has(kind string) bool { return slices.Contains(f.Events, kind) }

// All tells whether all events are wanted, also those to come.
func (f webhookForm) All() bool { return len(f.Events) == 0 || f.Has(allEvents) }

func (c *call) showWebhookForm(status int, f webhookForm) error {
	f.Kinds = eventKinds
	title := "New webhook"
	if f.ID != "" {
		title = "Change a webhook"
	}
	return c.page(status, "webhook_form", view{Title: title, Tab: webhooksRoot, Data: f})
}

// newWebhookPage asks for an endpoint.
func (s *Server) newWebhookPage(c *call) error {
	return c.showWebhookForm(http.StatusOK, webhookForm{Format: string(webhook.FormatA), Scheme: strconv.Itoa(int(webhook.SchemeTimestamp))})
}

// editWebhookPage asks what is to be changed of an endpoint.
func (s *Server) editWebhookPage(c *call) error {
	w, err := c.webhook()
	if err != nil {
		return err
	}
	return c.showWebhookForm(http.StatusOK, webhookForm{
		ID: w.ID, URL: w.URL, Description: w.Description, Events: w.Events, Format: w.Format, Scheme: strconv.FormatInt(w.Scheme, 10),
	})
}

// webhookFields reads that form.
func (c *call) webhookFields() (f webhookForm, scheme int, err error) {
	form, err := c.fields()
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

// createWebhookFromPage registers an endpoint, and shows its secret, once.
func (s *Server) createWebhookFromPage(c *call) error {
	f, scheme, err := c.webhookFields()
	if err != nil {
		return err
	}
	w, err := c.newWebhook(client.WebhookRequest{
		URL: f.URL, Events: f.Events, Description: f.Description, PayloadFormat: f.Format, SignatureScheme: scheme,
	})
	var secret deliver.Secret
	if err == nil {
		secret, err = c.register(w)
	}
	if known := refusal(err); known != nil {
		f.Error = sentence(known.Message)
		return c.showWebhookForm(known.Status, f)
	}
	if err != nil {
		return err
	}
	return c.showWebhook(http.StatusCreated, w, webhookView{Secret: secret.Clear})
}

// updateWebhookFromPage changes an endpoint.
func (s *Server) updateWebhookFromPage(c *call) error {
	f, scheme, err := c.webhookFields()
	if err != nil {
		return err
	}
	u := client.WebhookUpdate{URL: &f.URL, Description: &f.Description, Events: f.Events, PayloadFormat: &f.Format, SignatureScheme: &scheme}
	if u.Events == nil {
		u.Events = []string{allEvents}
	}
	w, err := c.patchWebhook(u)
	if known := refusal(err); known != nil && known.Code != client.WebhookNotFound {
		f.Error = sentence(known.Message)
		return c.showWebhookForm(known.Status, f)
	}
	if err != nil {
		return err
	}
	return c.redirect(webhookPath(w.ID) + "?notice=changed")
}

// webhookPath is the page of an endpoint.
func webhookPath(id string) string { return webhooksRoot + "/" + url.PathEscape(id) }

// webhookView is what the page of an endpoint shows.
type webhookView struct {
	client.Webhook
	Secret string          // just made
	Tested *client.Attempt // just done
	Kinds  []string        // of events that can be tested
	Recent []*store.Delivery
	Error  string
}

// webhookPage shows an endpoint.
func (s *Server) webhookPage(c *call) error {
	w, err := c.webhook()
	if err != nil {
		return err
	}
	return c.showWebhook(http.StatusOK, w, webhookView{})
}

// showWebhook answers with the page of an endpoint, and what a form of it has brought.
func (c *call) showWebhook(status int, w *store.Webhook, v webhookView) (err error) {
	v.Webhook, v.Kinds = wireWebhook(w), eventKinds
	if v.Recent, _, err = c.deliveries(store.DeliveryFilter{Webhook: w.ID, Limit: recentShown}); err != nil {
		return err
	}
	return c.page(status, "webhook", view{Title: w.URL, Tab: webhooksRoot, Data: v, Running: sending(v.Recent)})
}

// switchWebhookFromPage enables or disables an endpoint.
func (s *Server) switchWebhookFromPage(c *call) error {
	form, err := c.fields()
	if err != nil {
		return err
	}
	status := client.WebhookStatus(form.Get("status"))
	w, err := c.patchWebhook(client.WebhookUpdate{Status: &status})
	if err != nil {
		return err
	}
	return c.redirect(webhookPath(w.ID) + "?notice=changed")
}

// rotateSecretFromPage gives an endpoint a new secret, and shows it, once.
func (s *Server) rotateSecretFromPage(c *call) error {
	r, err := c.rotationFromPage()
	if err != nil {
		return err
	}
	w, secret, err := c.renewSecret(r)
	if err != nil {
		return err
	}
	return c.showWebhook(http.StatusOK, w, webhookView{Secret: secret.Clear})
}

// testWebhookFromPage sends a sample of an event, and shows how that went.
func (s *Server) testWebhookFromPage(c *call) error {
	form, err := c.fields()
	if err != nil {
		return err
	}
	w, err := c.webhookToTest(form.Get("event"))
	if err != nil {
		return err
	}
	attempt, err := c.tryWebhook(w, form.Get("event"))
	if err != nil {
		return err
	}
	tested := wireAttempt(attempt)
	return c.showWebhook(http.StatusOK, w, webhookView{Tested: &tested})
}

// sinceLayout is how a browser sends a time of its input for one, which here is in UTC.
const sinceLayout = "2006-01-02T15:04"

// replayWebhookFromPage has deliveries to an endpoint sent again.
func (s *Server) replayWebhookFromPage(c *call) error {
	form, err := c.fields()
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
	n, err := c.replayMany(r)
	if err != nil {
		return err
	}
	return c.redirect(webhookPath(c.r.PathValue("id")) + "?notice=replays&count=" + strconv.FormatInt(n, 10))
}

// deleteWebhookFromPage removes an endpoint.
func (s *Server) deleteWebhookFromPage(c *call) error {
	if err := c.removeWebhook(); err != nil {
		return err
	}
	return c.redirect(webhooksRoot + "?notice=deleted")
}
