package client_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

func upload() client.ConvertRequest {
	return client.ConvertRequest{File: client.File{Name: "minutes.pdf", Content: strings.NewReader("%PDF-1.7")}}
}

func TestConvertSendsAForm(t *testing.T) {
	t.Parallel()
	s := newService(t)
	r := upload()
	r.File.Name = `my "minutes".pdf`
	r.Options = client.Options{OCREnabled: new(true), SemanticHTML: new(false)}
	r.CustomID = "order:17"
	v, err := s.dial(client.Config{}).Conversions.Convert(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, client.StatusCompleted, v.Status)
	require.Equal(t, "<p>done", *v.HTML)

	got := s.seen()
	require.Len(t, got, 1, "the answer had the result")
	require.Equal(t, map[string][]string{"ocr_enabled": {"true"}, "semantic_html": {"false"}, "custom_id": {"order:17"}}, got[0].form)
	require.Equal(t, map[string][]string{"file": {`my "minutes".pdf`, "%PDF-1.7"}}, got[0].files)
	require.Equal(t, "100-continue", got[0].header.Get("Expect"))
}

func TestConvertSendsAnAddressAsJSON(t *testing.T) {
	t.Parallel()
	s := newService(t)
	_, err := s.dial(client.Config{}).Conversions.Convert(t.Context(), client.ConvertRequest{
		URL: "https://example.com/a.pdf", Options: client.Options{ExtractImages: new(true)}, CustomID: "a",
	})
	require.NoError(t, err)
	got := s.seen()[0]
	require.Equal(t, "application/json", got.header.Get("Content-Type"))
	require.JSONEq(t, `{"url":"https://example.com/a.pdf","options":{"extract_images":true},"custom_id":"a"}`, got.body)
}

func TestConvertWaitsWhenTheServiceTakesItsTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newService(t)
		r := upload()
		r.WebhookURL = "https://example.com/hook"
		start := time.Now()
		v, err := s.direct(client.Config{}).Conversions.Convert(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, "<p>done", *v.HTML)
		got := s.seen()
		require.Len(t, got, 3, "asked, queued; processing; completed")
		require.Equal(t, "wait=25", got[1].query)
		require.Zero(t, time.Since(start), "each answer had news")
	})
}

func TestStartDoesNotWait(t *testing.T) {
	t.Parallel()
	s := newService(t)
	v, err := s.dial(client.Config{}).Conversions.Start(t.Context(), upload())
	require.NoError(t, err)
	require.Equal(t, client.StatusQueued, v.Status)
	require.Equal(t, "respond-async", s.seen()[0].header.Get("Prefer"))
}

func TestConversionsThatFail(t *testing.T) {
	t.Parallel()
	for name, wait := range map[string]bool{"at once": false, "later": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t)
			s.stages[2] = client.StatusFailed
			s.failure = &client.Failure{Code: client.PasswordRequired, Message: "the document is\x1b[2J encrypted"}
			r := upload()
			if wait {
				r.WebhookURL = "https://example.com/hook"
			}
			v, err := s.dial(client.Config{}).Conversions.Convert(t.Context(), r)
			require.ErrorIs(t, err, client.PasswordRequired)
			require.NotContains(t, err.Error(), "\x1b")
			require.Equal(t, wait, v != nil, "there is a record once the conversion was accepted")
		})
	}
}

func TestWaitForOneThatIsCancelled(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.stages = []client.Status{client.StatusQueued, client.StatusCancelled}
	c := s.dial(client.Config{})
	_, err := c.Conversions.Start(t.Context(), upload())
	require.NoError(t, err)
	v, err := c.Conversions.Wait(t.Context(), conversionID)
	require.ErrorIs(t, err, client.ConversionCancelled)
	require.Equal(t, client.StatusCancelled, v.Status)
}

func TestWaitForOneThatFailsWithoutSayingWhy(t *testing.T) {
	t.Parallel()
	for name, failure := range map[string]*client.Failure{"nothing": nil, "no code": {Message: "m"}, "a code of two words": {Code: "a b"}} {
		s := newService(t)
		s.conversions[conversionID] = &client.Conversion{ID: conversionID, Status: client.StatusFailed, Error: failure}
		s.failure = failure
		_, err := s.dial(client.Config{}).Conversions.Wait(t.Context(), conversionID)
		require.ErrorIs(t, err, client.InvalidAnswer, name)
	}
}

// A program between client and service may not support waiting.
func TestWaitDoesNotAskWithoutEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newService(t)
		s.conversions[conversionID] = &client.Conversion{ID: conversionID, Status: client.StatusProcessing}
		s.stages = []client.Status{client.StatusQueued, client.StatusQueued}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		_, err := s.direct(client.Config{}).Conversions.Wait(ctx, conversionID)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.InDelta(t, 3600/10, len(s.seen()), 10)
	})
}

func TestWaitAsksForNoMoreTimeThanThereIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		http, context time.Duration
		want          string
	}{
		"all of it":                 {0, 0, "wait=25"},
		"the HTTP client is hasty":  {30 * time.Second, 0, "wait=15"},
		"the caller is hasty":       {0, 10 * time.Second, "wait=10"},
		"the caller waits no more":  {0, time.Millisecond, "wait=0"},
		"both have time and enough": {time.Hour, time.Hour, "wait=25"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var query string
				hc := &http.Client{Timeout: c.http, Transport: transport(func(r *http.Request) (*http.Response, error) {
					query = r.URL.RawQuery
					return nil, fmt.Errorf("%w: enough", context.Canceled)
				})}
				ctx := t.Context()
				if c.context > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, c.context)
					defer cancel()
				}
				_, err := newClient(t, client.Config{HTTPClient: hc, Retry: client.RetryPolicy{Attempts: 1}}).Conversions.Wait(ctx, conversionID)
				require.Error(t, err)
				require.Equal(t, c.want, query)
			})
		})
	}
}

func TestConvertRefusesWhatMeansNothing(t *testing.T) {
	t.Parallel()
	c := newClient(t, client.Config{HTTPClient: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
		t.Error("something was sent")
		return nil, context.Canceled
	})}})
	both := upload()
	both.URL = "https://example.com/a.pdf"
	negative := upload()
	negative.File.Size = -1
	for name, r := range map[string]client.ConvertRequest{"neither": {}, "both": both, "a negative size": negative} {
		_, err := c.Conversions.Convert(t.Context(), r)
		require.ErrorIs(t, err, client.InvalidParameter, name)
	}
	for _, id := range []string{"", ".", "..", "../webhooks", "a/b", "a?b", "a b", "a%2fb", strings.Repeat("a", 65), "ä"} {
		_, err := c.Conversions.Get(t.Context(), id)
		require.ErrorIs(t, err, client.InvalidParameter, "%q", id)
		require.ErrorIs(t, c.Webhooks.Delete(t.Context(), id), client.InvalidParameter, "%q", id)
		for _, err := range c.Batches.Conversions(t.Context(), id, "") {
			require.ErrorIs(t, err, client.InvalidParameter, "%q", id)
		}
	}
}
