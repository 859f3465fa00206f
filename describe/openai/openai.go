// Package openai describes pictures with a model behind an endpoint that speaks the chat-completions
// API with images, such as that of OpenAI, vLLM, llama.cpp or Ollama.
//
// Pictures, their captions and the text before them are sent to that endpoint.
package openai

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pagelift/pagelift/describe"
)

const (
	// defaultTimeout bounds one request, the answer included: models on small machines take a minute.
	defaultTimeout = 2 * time.Minute
	// defaultRetries is how often a request is repeated after a temporary failure.
	defaultRetries = 2
	// longestPause bounds the pause that an endpoint may ask for.
	longestPause = 15 * time.Second
	// maxAnswer bounds what is read of an answer. A description has some thousand bytes.
	maxAnswer = 1 << 20
	// maxTokens bounds what a model may write.
	maxTokens = 800
	// maxCached is how many descriptions are kept.
	maxCached = 4096
	// maxDetail is how many bytes of an error answer an error contains.
	maxDetail = 200
)

// Engine is a model behind an endpoint. BaseURL and Model must be set. The fields must not change once the Engine
// is in use. The same picture with the same surroundings is requested once.
type Engine struct {
	// BaseURL is the address before "/chat/completions": "https://api.openai.com/v1".
	BaseURL string
	// Model is the name of the model at the endpoint.
	Model string
	// Key is sent as a bearer token. "": no token.
	Key string
	// Timeout bounds one request. 0: two minutes.
	Timeout time.Duration
	// Retries is how often a request is repeated after an answer 429 or 5xx, or after no answer. 0: twice; below
	// 0: never.
	Retries int
	// Transport sends the requests. nil: http.DefaultTransport.
	Transport http.RoundTripper

	mu    sync.Mutex
	cache map[[sha256.Size]byte]describe.Description

	_ struct{}
}

// request is the body of a request to the endpoint.
type request struct {
	Model     string    `json:"model"`
	Messages  []message `json:"messages"`
	MaxTokens int       `json:"max_tokens"`
}

type message struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // a string, or a list of parts
}

type part struct {
	Type     string    `json:"type"`
	Text     string    `json:"text,omitempty"`
	ImageURL *imageURL `json:"image_url,omitempty"`
}

type imageURL struct {
	URL string `json:"url"`
}

// answer has the members of an answer that are used.
type answer struct {
	Choices []struct {
		Message struct {
			Content string `json:"content"`
		} `json:"message"`
	} `json:"choices"`
}

// Describe asks the model. Errors have the status and the beginning of the endpoint's answer, never the key.
func (e *Engine) Describe(ctx context.Context, p describe.Picture) (*describe.Description, error) {
	key := e.keyOf(&p)
	if d, ok := e.cached(key); ok {
		return &d, nil
	}
	body, err := json.Marshal(request{Model: e.Model, MaxTokens: maxTokens, Messages: []message{
		{Role: "system", Content: describe.Instructions},
		{Role: "user", Content: []part{
			{Type: "text", Text: p.Context()},
			{Type: "image_url", ImageURL: &imageURL{"data:" + p.MediaType + ";base64," + base64.StdEncoding.EncodeToString(p.Data)}},
		}},
	}})
	if err != nil {
		return nil, err
	}
	content, err := e.ask(ctx, body)
	if err != nil {
		return nil, err
	}
	d, err := describe.ParseAnswer([]byte(content))
	if err != nil {
		return nil, err
	}
	e.keep(key, *d)
	return d, nil
}

// keyOf returns the same key for the same request.
func (e *Engine) keyOf(p *describe.Picture) [sha256.Size]byte {
	h := sha256.New()
	for _, s := range [...]string{e.BaseURL, e.Model, p.MediaType, p.Language, p.Caption, p.Nearby} {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	h.Write(p.Data)
	return [sha256.Size]byte(h.Sum(nil))
}

func (e *Engine) cached(key [sha256.Size]byte) (describe.Description, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	d, ok := e.cache[key]
	return d, ok
}

func (e *Engine) keep(key [sha256.Size]byte, d describe.Description) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.cache == nil || len(e.cache) >= maxCached {
		e.cache = map[[sha256.Size]byte]describe.Description{}
	}
	e.cache[key] = d
}

// ask sends a request until it is answered or has been sent often enough.
func (e *Engine) ask(ctx context.Context, body []byte) (string, error) {
	retries := cmp.Or(e.Retries, defaultRetries)
	pause := time.Second
	for try := 0; ; try++ {
		content, wait, err := e.send(ctx, body)
		if err == nil || ctx.Err() != nil || wait < 0 || try >= retries {
			return content, cmp.Or(ctx.Err(), err)
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(max(wait, min(pause, longestPause))):
		}
		pause *= 2
	}
}

// never says that a request should not be repeated.
const never = time.Duration(-1)

// send sends a request once. wait is how long to wait before the next attempt, or never.
func (e *Engine) send(ctx context.Context, body []byte) (content string, wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(e.Timeout, defaultTimeout))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(e.BaseURL, "/")+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return "", never, err
	}
	req.Header.Set("Content-Type", "application/json")
	if e.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.Key)
	}
	client := http.Client{Transport: e.Transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // pictures go only where the caller says
	}}
	res, err := client.Do(req)
	if err != nil {
		return "", 0, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case res.StatusCode == http.StatusTooManyRequests || res.StatusCode >= 500:
		return "", retryAfter(res.Header), statusError(res.StatusCode, data)
	case err != nil:
		return "", 0, err
	case res.StatusCode != http.StatusOK:
		return "", never, statusError(res.StatusCode, data)
	case len(data) > maxAnswer:
		return "", never, fmt.Errorf("%w: it is longer than %d bytes", describe.ErrAnswer, maxAnswer)
	}
	var a answer
	if err := json.Unmarshal(data, &a); err != nil {
		return "", never, fmt.Errorf("%w: %w", describe.ErrAnswer, err)
	}
	if len(a.Choices) == 0 {
		return "", never, fmt.Errorf("%w: it has no choices", describe.ErrAnswer)
	}
	return a.Choices[0].Message.Content, never, nil
}

// retryAfter returns the pause that an endpoint asks for, at most longestPause. It returns 0 if the endpoint gives
// none, or a date.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.ParseUint(h.Get("Retry-After"), 10, 32)
	if err != nil {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, longestPause)
}

// statusError returns the error for an answer with an error status.
func statusError(status int, body []byte) error {
	body = bytes.ToValidUTF8(body[:min(len(body), maxDetail)], nil)
	return errors.New("the endpoint answers " + strconv.Itoa(status) + ": " + strings.Join(strings.Fields(string(body)), " "))
}
