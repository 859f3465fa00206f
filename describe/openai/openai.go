// Package openai describes pictures with a model behind an endpoint that speaks the chat-completions
// API with images, such as that of OpenAI, vLLM, llama.cpp or Ollama.
//
// Pictures, their captions and the text before them leave the machine.
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
	// defaultRetries is how often a request is sent again that failed for the moment.
	defaultRetries = 2
	// longestPause bounds what an endpoint may have us wait.
	longestPause = 15 * time.Second
	// maxAnswer is the most read of an answer; a description has some thousand bytes.
	maxAnswer = 1 << 20
	// maxTokens is what a model may write.
	maxTokens = 800
	// maxCached is how many descriptions are kept.
	maxCached = 4096
	// maxDetail is how many bytes of an answer that is an error are told.
	maxDetail = 200
)

// Engine is a model behind an endpoint. BaseURL and Model must be set; the fields are not changed
// once it is in use. The same picture in the same surroundings is asked for once.
type Engine struct {
	// BaseURL is the address before "/chat/completions": "https://api.openai.com/v1".
	BaseURL string
	// Model is its name there.
	Model string
	// Key is sent as a bearer token. "": none.
	Key string
	// Timeout bounds one request. 0: two minutes.
	Timeout time.Duration
	// Retries is how often a request is sent again after an answer 429 or 5xx, or none. 0: twice; below 0:
	// never.
	Retries int
	// Transport sends the requests. nil: http.DefaultTransport.
	Transport http.RoundTripper

	mu    sync.Mutex
	cache map[[sha256.Size]byte]describe.Description

	_ struct{}
}

// request is what the endpoint is asked.
type request struct {
	Model     string    `json:"model"`
	Messages  []message `json:"messages"`
	MaxTokens int       `json:"max_tokens"`
}

type message struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // a string, or parts
}

type part struct {
	Type     string    `json:"type"`
	Text     string    `json:"text,omitempty"`
	ImageURL *imageURL `json:"image_url,omitempty"`
}

type imageURL struct {
	URL string `json:"url"`
}

// answer is what is read of an answer.
type answer struct {
	Choices []struct {
		Message struct {
			Content string `json:"content"`
		} `json:"message"`
	} `json:"choices"`
}

// Describe asks the model. Errors tell the status of the endpoint and the beginning of what it said,
// never the key.
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

// keyOf is the same for the same question.
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

// ask sends a request until it is answered or tried often enough.
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

// never says that a request is not worth another try.
const never = time.Duration(-1)

// send sends a request once. wait is how long the endpoint asks to wait before the next, or never.
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
		return http.ErrUseLastResponse // pictures go where the caller says, and nowhere else
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

// retryAfter returns how long an endpoint asks to wait, longestPause at most; 0 where it does not say, or says
// a date.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.ParseUint(h.Get("Retry-After"), 10, 32)
	if err != nil {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, longestPause)
}

// statusError returns an answer that is an error.
func statusError(status int, body []byte) error {
	body = bytes.ToValidUTF8(body[:min(len(body), maxDetail)], nil)
	return errors.New("the endpoint answers " + strconv.Itoa(status) + ": " + strings.Join(strings.Fields(string(body)), " "))
}
