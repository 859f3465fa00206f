package webhooktest_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/webhook"
	"github.com/pagelift/pagelift/webhook/webhooktest"
)

var kinds = []webhook.Kind{
	webhook.ConversionStarted, webhook.ConversionCompleted, webhook.ConversionFailed, webhook.BatchProgress, webhook.BatchCompleted,
}

func TestSamplesArriveAtAHandler(t *testing.T) {
	t.Parallel()
	secret := webhook.NewSecret()
	var got *webhook.Event
	h, err := webhook.NewHandler(func(_ context.Context, e *webhook.Event) error { got = e; return nil },
		[]string{secret}, webhook.HandlerOptions{Synchronous: true})
	require.NoError(t, err)
	for i, kind := range kinds {
		for j, opts := range []webhooktest.Options{{}, {Format: webhook.FormatNested, Scheme: webhook.SchemeBody}} {
			e := webhook.Sample(kind, time.Now())
			e.ID += string(rune('a'+i)) + string(rune('a'+j))
			r, err := webhooktest.NewRequest("/hooks", e, secret, opts)
			require.NoError(t, err)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			require.Equal(t, http.StatusNoContent, w.Code, "%s", w.Body)
			require.Equal(t, kind, got.Kind)
			require.Equal(t, e.ID, got.ID)
			require.True(t, got.Test)
		}
	}
	require.NoError(t, h.Close(t.Context()))
}

func TestWhatCannotBeSent(t *testing.T) {
	t.Parallel()
	sample := webhook.Sample(webhook.BatchCompleted, time.Now())
	_, err := webhooktest.NewRequest("/", sample, "", webhooktest.Options{})
	require.ErrorIs(t, err, webhook.InvalidSecret)
	_, err = webhooktest.NewRequest("/", webhook.Sample("conversion.paused", time.Now()), webhook.NewSecret(), webhooktest.Options{})
	require.ErrorIs(t, err, webhook.InvalidEvent)
	_, err = webhooktest.NewRequest("://", sample, webhook.NewSecret(), webhooktest.Options{})
	require.Error(t, err)
}

func TestServerRecordsWhatItReceives(t *testing.T) {
	t.Parallel()
	secret := webhook.NewSecret()
	s := webhooktest.NewServer([]string{secret}, nil)
	defer s.Close()

	good, err := webhooktest.NewRequest(s.URL, webhook.Sample(webhook.ConversionCompleted, time.Now()), secret, webhooktest.Options{})
	require.NoError(t, err)
	bad, err := http.NewRequest(http.MethodPost, s.URL, bytes.NewReader([]byte("{}")))
	require.NoError(t, err)
	for _, c := range []struct {
		request *http.Request
		status  int
	}{{good, http.StatusNoContent}, {bad, http.StatusUnauthorized}} {
		response, err := s.Client().Do(c.request)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, c.status, response.StatusCode)
	}
	received, err := s.Wait(t.Context(), 2)
	require.NoError(t, err)
	require.Len(t, received, 2)
	require.Equal(t, "conv_sample", received[0].Event.ConversionID)
	require.Equal(t, "evt_sample", received[0].Header.Get("webhook-id"))
	require.ErrorIs(t, received[1].Err, webhook.MissingSignature)
	require.Equal(t, "{}", string(received[1].Body))
}

func TestServerAnswersAsItIsTold(t *testing.T) {
	t.Parallel()
	secret := webhook.NewSecret()
	s := webhooktest.NewServer([]string{secret}, func(w http.ResponseWriter, d webhooktest.Delivery) {
		w.WriteHeader(500 + d.Event.RetryCount)
	})
	defer s.Close()
	arrived := make(chan []webhooktest.Delivery)
	go func() {
		received, err := s.Wait(t.Context(), 2) // before anything has arrived
		if err != nil {
			t.Error(err)
		}
		arrived <- received
	}()
	for n := range 2 {
		e := webhook.Sample(webhook.ConversionStarted, time.Now())
		e.RetryCount = n
		r, err := webhooktest.NewRequest(s.URL, e, secret, webhooktest.Options{})
		require.NoError(t, err)
		response, err := s.Client().Do(r)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, 500+n, response.StatusCode)
	}
	require.Len(t, <-arrived, 2)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	received, err := s.Wait(ended, 3)
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, received, 2)
}
