package openai_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/describe"
	"github.com/pagelift/pagelift/describe/openai"
)

var picture = describe.Picture{Data: []byte("bytes of a picture"), MediaType: "image/png", Caption: "Figure 1. A fox", Language: "de", Page: 3}

// says returns an endpoint whose answer has this content.
func says(content string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": content}}}})
	}
}

// endpoint returns an engine that sends its requests to h.
func endpoint(t *testing.T, h http.HandlerFunc) *openai.Engine {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return &openai.Engine{BaseURL: s.URL + "/v1/", Model: "eyes", Key: "secret", Retries: -1}
}

const fox = `{"alt": "A fox", "long": "It sleeps.", "confidence": 0.9}`

func TestDescribe(t *testing.T) {
	t.Parallel()
	asked := 0
	e := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		require.Equal(t, "/v1/chat/completions", r.URL.Path)
		require.Equal(t, "Bearer secret", r.Header.Get("Authorization"))
		body, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.Contains(t, string(body), `"model":"eyes"`)
		require.Contains(t, string(body), "data:image/png;base64,Ynl0ZXMgb2YgYSBwaWN0dXJl")
		require.Contains(t, string(body), "Figure 1. A fox")
		says(fox)(w, r)
	})
	for range 2 {
		d, err := e.Describe(t.Context(), picture)
		require.NoError(t, err)
		require.Equal(t, &describe.Description{Text: "A fox", Long: "It sleeps.", Confidence: 0.9}, d)
	}
	require.Equal(t, 1, asked, "the same picture is requested once")
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]http.HandlerFunc{
		"prose":             says("I see a fox."),
		"an empty one":      says(`{"alt": " "}`),
		"a confidence of 7": says(`{"alt": "A fox", "confidence": 7}`),
		"another type":      says(`{"alt": ["A fox"]}`),
		"no choices":        func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{}`) },
		"no JSON":           func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") },
		"a flood":           func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 2<<20)) },
	} {
		_, err := endpoint(t, h).Describe(t.Context(), picture)
		require.ErrorIs(t, err, describe.ErrAnswer, name)
	}
	d, err := endpoint(t, says("```json\n"+fox+"\n```")).Describe(t.Context(), picture)
	require.NoError(t, err, "a fence of Markdown is no harm")
	require.Equal(t, "A fox", d.Text)
}

func TestStatus(t *testing.T) {
	t.Parallel()
	_, err := endpoint(t, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no such model", http.StatusNotFound) }).Describe(t.Context(), picture)
	require.EqualError(t, err, "the endpoint answers 404: no such model")

	var asked atomic.Int32
	busy := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			http.Error(w, "later", http.StatusTooManyRequests)
			return
		}
		says(fox)(w, r)
	})
	busy.Retries = 1
	_, err = busy.Describe(t.Context(), picture)
	require.NoError(t, err, "the picture is requested again")

	away := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://example.org", http.StatusFound)
	})
	_, err = away.Describe(t.Context(), picture)
	require.ErrorContains(t, err, "302", "redirects are not followed")
}

func TestAnEndpointThatStalls(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	e := endpoint(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-released:
		}
	})
	defer close(released)
	e.Timeout = 20 * time.Millisecond
	_, err := e.Describe(t.Context(), picture)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = e.Describe(ctx, picture)
	require.ErrorIs(t, err, context.Canceled)
}
