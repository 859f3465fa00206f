package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/webhook"
)

func TestReceiversAreToldOfBatches(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	hook, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL + "/registered", Events: []string{"*"}})
	require.NoError(t, err)
	h.answers(http.StatusNoContent, hook.Secret)
	made, err := h.client.Batches.Create(t.Context(), client.BatchRequest{
		Files: []client.File{
			batchFile("a.pdf", "A"), batchFile("b.pdf", "B"), {Name: "c.txt", Content: strings.NewReader("no document")},
		},
		WebhookURL: h.receiver.URL + "/registered", // the registered endpoint too: it gets each event once
	})
	require.NoError(t, err)
	_, err = h.client.Batches.Wait(t.Context(), made.ID)
	require.NoError(t, err)
	var events []*webhook.Event
	require.Eventually(t, func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		events = h.events
		for _, e := range events {
			if e.Kind == webhook.BatchCompleted {
				return true
			}
		}
		return false
	}, hookPatience, 10*time.Millisecond)
	ends := 0
	for _, e := range events {
		switch e.Kind {
		case webhook.BatchCompleted:
			ends++
			require.Equal(t, made.ID, e.BatchID)
			require.GreaterOrEqual(t, e.Batch.DurationSeconds, 0)
			e.Batch.DurationSeconds = 0
			require.Equal(t, webhook.Batch{Total: 3, Completed: 2, Failed: 1}, *e.Batch)
		case webhook.BatchProgress:
			require.Equal(t, 3, e.Batch.Total)
			require.Less(t, e.Batch.Percentage, 100)
		default:
			require.Equal(t, made.ID, e.BatchID)
		}
	}
	require.Equal(t, 1, ends)
}
