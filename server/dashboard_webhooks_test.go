package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// shownSecret returns the secret that a page shows.
func (a reply) shownSecret() string {
	a.t.Helper()
	_, rest, _ := strings.Cut(a.body, `readonly value="`)
	secret, _, ok := strings.Cut(rest, `"`)
	require.True(a.t, ok, a.body)
	return strings.ReplaceAll(secret, "&#43;", "+")
}

func TestAWebhookByHand(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	v, ctx := h.visit("one"), t.Context()
	a := v.post("/dashboard/webhooks", "url", "http://a.example/", "payload_format", "b", "signature_scheme", "1", "events", "batch.completed")
	require.Equal(t, http.StatusBadRequest, a.StatusCode)
	require.Contains(t, a.body, `value="http://a.example/"`, "the form keeps what was typed")
	require.Regexp(t, `value="batch.completed" checked`, a.body)

	a = v.post("/dashboard/webhooks", "url", h.receiver.URL+"/hook", "description", "mine", "payload_format", "b", "signature_scheme", "1",
		"events", "conversion.completed")
	require.Equal(t, http.StatusCreated, a.StatusCode, a.body)
	secret := a.shownSecret()
	list, err := h.client.Webhooks.List(ctx, client.Paging{})
	require.NoError(t, err)
	require.Len(t, list.Data, 1)
	w := list.Data[0]
	require.Equal(t, []any{"mine", "b", 1, []string{"conversion.completed"}}, []any{w.Description, w.PayloadFormat, w.SignatureScheme, w.Events})
	page := "/dashboard/webhooks/" + w.ID
	require.NotContains(t, v.get(page).body, secret, "the secret is shown once")

	h.answers(http.StatusNoContent, secret)
	require.Contains(t, v.post(page+"/test", "event", "conversion.completed").body, "taken")
	require.Equal(t, []string{"conversion.completed"}, h.told())
	require.Equal(t, http.StatusBadRequest, v.post(page+"/test", "event", "none").StatusCode)

	next := v.post(page + "/rotate").shownSecret()
	require.NotEqual(t, secret, next)
	a = v.post(page + "/rotate")
	require.Equal(t, http.StatusConflict, a.StatusCode, "the grace of the first rotation has not ended")
	last := v.post(page+"/rotate", "leaked", "on").shownSecret()
	h.answers(http.StatusNoContent, next)
	require.Contains(t, v.post(page+"/test", "event", "conversion.completed").body, "401", "the old secret ended at once")

	h.answers(http.StatusInternalServerError, last)
	h.convert(client.ConvertRequest{})
	require.Equal(t, client.DeliveryFailed, h.settled()[0].Status)
	require.Contains(t, v.get(page).body, "failed")

	a = v.post(page+"/status", "status", "disabled")
	require.Contains(t, a.body, "The owner disabled it.")
	require.Equal(t, http.StatusConflict, v.post(page+"/replay", "status", "failed").StatusCode, "a disabled endpoint gets no deliveries")
	require.Contains(t, v.post(page+"/status", "status", "enabled").body, `value="disabled"`)
	require.Equal(t, http.StatusBadRequest, v.post(page+"/status", "status", "half").StatusCode)

	a = v.post(page, "url", h.receiver.URL+"/other", "payload_format", "a", "signature_scheme", "2")
	require.Equal(t, page, a.path())
	require.Contains(t, a.body, "The changes are stored.")
	changed, err := h.client.Webhooks.Get(ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, []any{h.receiver.URL + "/other", "", []string{"*"}}, []any{changed.URL, changed.Description, changed.Events})
	require.Equal(t, http.StatusBadRequest, v.post(page, "url", "ftp://x", "payload_format", "a", "signature_scheme", "2").StatusCode)

	other := h.visit("two")
	require.Equal(t, http.StatusNotFound, other.get(page).StatusCode)
	require.Equal(t, http.StatusNotFound, other.post(page, "url", h.receiver.URL, "payload_format", "a", "signature_scheme", "2").StatusCode)
	require.Equal(t, http.StatusNotFound, other.post(page+"/delete").StatusCode)

	require.Contains(t, v.post(page+"/delete").body, "It is deleted.")
	_, err = h.client.Webhooks.Get(ctx, w.ID)
	require.ErrorIs(t, err, client.WebhookNotFound)
}

func TestTheSecretOfTheAccountByHand(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	secret := h.visit("one").post("/dashboard/webhooks/secret").shownSecret()
	h.answers(http.StatusOK, secret)
	h.convert(client.ConvertRequest{WebhookURL: h.receiver.URL + "/hook"})
	h.settled()
	require.ElementsMatch(t, []string{"conversion.started", "conversion.completed"}, h.told())
}

func TestDeliveriesAreReplayedByHand(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	v := h.visit("one")
	secret := v.post("/dashboard/webhooks", "url", h.receiver.URL+"/hook", "payload_format", "a", "signature_scheme", "2").shownSecret()
	h.answers(http.StatusInternalServerError, secret)
	h.convert(client.ConvertRequest{})
	failed := h.settled()
	require.Len(t, failed, 2)
	webhook := "/dashboard/webhooks/" + *failed[0].WebhookID
	h.told()

	a := v.get("/dashboard/deliveries?status=failed&webhook_id=" + *failed[0].WebhookID)
	require.Contains(t, a.body, failed[0].ID)
	require.NotContains(t, v.get("/dashboard/deliveries?status=succeeded").body, failed[0].ID)
	require.Equal(t, http.StatusBadRequest, v.get("/dashboard/deliveries?status=lost").StatusCode)
	page := "/dashboard/deliveries/" + failed[0].ID
	require.Equal(t, 2, strings.Count(v.get(page).body, "</span> 500"), "both attempts are shown")

	h.answers(http.StatusOK, secret)
	a = v.post(page + "/replay")
	require.Equal(t, page, a.path())
	require.Contains(t, a.body, "The delivery is being sent again.")
	require.Equal(t, client.DeliverySucceeded, h.settled()[0].Status)
	require.Equal(t, []string{failed[0].Event}, h.told())
	require.Contains(t, v.get(page).body, "taken")

	require.Equal(t, http.StatusBadRequest, v.post(webhook+"/replay", "since", "yesterday").StatusCode)
	require.Equal(t, http.StatusBadRequest, v.post(webhook+"/replay", "status", "pending").StatusCode)
	tomorrow := time.Now().Add(24 * time.Hour).UTC().Format("2006-01-02T15:04")
	require.Contains(t, v.post(webhook+"/replay", "status", "failed", "since", tomorrow).body, "0 deliveries are being sent again.")
	require.Contains(t, v.post(webhook+"/replay", "status", "failed").body, "1 delivery is being sent again.")
	h.settled()
	require.Equal(t, []string{failed[1].Event}, h.told())

	require.Equal(t, http.StatusNotFound, h.visit("two").post(page+"/replay").StatusCode)
	require.NoError(t, h.client.Webhooks.Delete(t.Context(), *failed[0].WebhookID))
	require.Equal(t, http.StatusNotFound, v.post(page+"/replay").StatusCode, "the endpoint was deleted")
}
