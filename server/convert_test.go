package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

func TestConvertAnswersWithTheResult(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		s := newService(t, on(address))
		a := s.post("report.pdf", nil, "options[ocr_enabled]", "true", "custom_id", "a:1")
		testkit.Golden(t, "wire/completed.json", normal(a.body))
		got, err := s.client.Conversions.Get(t.Context(), a.conversion(http.StatusOK).ID)
		require.NoError(t, err)
		require.Equal(t, a.conversion(http.StatusOK).HTML, got.HTML)
	})
}

// TestARealDocument converts with the real converter, through the client.
func TestARealDocument(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *server.Config) { c.SetConverter(nil) })
	file, err := client.FileAt("../examples/sample.pdf")
	require.NoError(t, err)
	info, err := os.Stat("../examples/sample.pdf")
	require.NoError(t, err)
	c, err := s.client.Conversions.Convert(t.Context(), client.ConvertRequest{
		File: file, Options: client.Options{PreserveFormatting: new(false)},
	})
	require.NoError(t, err)
	require.Contains(t, *c.HTML, "<h1")
	require.Equal(t, 2, c.Metadata.Pages)
	require.NotNil(t, c.Metadata.AccessibilityScore)
	require.NotEmpty(t, c.Accessibility)
	require.Equal(t, info.Size(), *c.FileSize)
	require.Equal(t, c.Metadata.Pages, c.Progress.PagesDone)
}

var changing = []struct{ pattern, put string }{
	{`(conv|req|key|acct)_[0-9a-z]{26}`, "${1}_ID"},
	{`"\d{4}-\d\d-\d\dT[0-9:.]+Z"`, `"TIME"`},
	{`http://127\.0\.0\.1:\d+`, "BASE"},
	{`expires=\d+&key=[0-9a-f]+&signature=[0-9a-f]+`, "SIGNED"},
	{`"queue_time":[0-9.e-]+`, `"queue_time":0`},
	{`"prefix":"pl_dev_\w{10}"`, `"prefix":"pl_dev_ID"`},
	{`"id":"\w{10}"`, `"id":"ID"`},
}

// normal returns a JSON answer without what differs from run to run.
func normal(body string) []byte {
	for _, c := range changing {
		body = regexp.MustCompile(c.pattern).ReplaceAllString(body, c.put)
	}
	return []byte(body)
}

// TestWire compares the JSON of each kind of answer with testdata/wire. Clients depend on it: a change there
// changes what the interface promises.
func TestWire(t *testing.T) {
	t.Parallel()
	s := newService(t)
	queued := s.post("wait.pdf", map[string]string{"Prefer": "respond-async"})
	id := queued.conversion(http.StatusAccepted).ID
	failed := s.post("fail password_required.pdf", map[string]string{"Prefer": "respond-async"}).conversion(http.StatusAccepted).ID
	s.ended(failed)
	for s.get("/v1/conversions/"+id).conversion(http.StatusOK).Status != client.StatusProcessing {
		s.get("/v1/conversions/" + id + "?wait=1")
	}
	for name, a := range map[string]reply{
		"queued":     queued,
		"failed":     s.get("/v1/conversions/" + failed),
		"list":       s.get("/v1/conversions?status=failed"),
		"error":      s.get("/v1/conversions/conv_none"),
		"parameter":  s.get("/v1/conversions?status=x"),
		"usage":      s.get("/v1/usage"),
		"no-daily":   s.do(request{"GET", "/v1/usage/daily", map[string]string{"Authorization": "Bearer " + s.issue("free", "idle")}, nil}),
		"keys":       s.do(request{"GET", "/v1/api-keys", map[string]string{"Authorization": "Bearer " + s.issue("free", "keys")}, nil}),
		"health":     s.get("/healthz"),
		"ready":      s.get("/readyz"),
		"unfinished": s.get("/v1/conversions/" + id + "/download"),
	} {
		testkit.Golden(t, "wire/"+name+".json", normal(a.body))
	}
}

// TestOptions sends each option in each spelling and place.
func TestOptions(t *testing.T) {
	t.Parallel()
	s := newService(t)
	options := []string{"preserve_formatting", "extract_images", "semantic_html", "ocr_enabled", "accessibility_check"}
	for _, name := range options {
		for _, value := range []string{"true", "false", "1", "0", "on", "off"} {
			s.post("a.pdf", nil, name, value).conversion(http.StatusOK)
		}
		s.post("a.pdf", nil, "options["+name+"]", "true", name, "1").conversion(http.StatusOK)
		for _, fields := range [][]string{
			{name, "yes"}, {name, ""}, {"options[" + name + "]", "true", name, "false"}, {name, "1", name, "0"}, {"options[" + name, "1"},
		} {
			require.Contains(t, s.post("a.pdf", nil, fields...).failed(client.InvalidParameter), "parameter", fields)
		}
		both := fmt.Sprintf(`{"url":"https://192.0.2.1/a.pdf","%s":true,"options":{"%[1]s":false}}`, name)
		require.Equal(t, name, s.postJSON(convertPath, both).failed(client.InvalidParameter)["parameter"])
	}
	for _, value := range []string{"mathml", "tex", "image"} {
		s.post("a.pdf", nil, "math", value).conversion(http.StatusOK)
		s.post("a.pdf", nil, "options[math]", value, "math", value).conversion(http.StatusOK)
	}
	for _, value := range []string{"", "latex", "true"} {
		require.Equal(t, "math", s.post("a.pdf", nil, "math", value).failed(client.InvalidParameter)["parameter"], value)
	}
	for _, value := range []string{"md", "html", "md,json", " json , md ", "html,md,json,txt,csv,jsonl,epub"} {
		s.post("a.pdf", nil, "formats", value).conversion(http.StatusOK)
	}
	s.post("a.pdf", nil, "options[formats]", "json,md", "formats", "md, json,html").conversion(http.StatusOK)
	for _, value := range []string{"", "docx", "md,", "MD"} {
		details := s.post("a.pdf", nil, "formats", value).failed(client.InvalidParameter)
		require.Equal(t, "formats", details["parameter"], value)
	}
	require.Contains(t, s.post("a.pdf", nil, "formats", "docx").body, "html, md, json, txt, csv, jsonl or epub")
	for _, field := range []string{"option", "options[minify]", "options", "FILE", "options[ocr_enabled][0]"} {
		require.Equal(t, field, s.post("a.pdf", nil, field, "1").failed(client.InvalidParameter)["parameter"])
	}
	for _, body := range []string{
		`{"url":7}`, `{"url":"https://example.org/","options":[]}`, `{"url":"https://example.org/","options":{"ocr_enabled":"true"}}`,
		`{"url":"https://example.org/","ocr_enabled":1}`, `{"url":"https://example.org/","math":"latex"}`, `{"url":"https://example.org/","math":true}`, `{"url":"https://example.org/","formats":"md"}`, `{"url":"https://example.org/","formats":["docx"]}`, `{"url":"https://example.org/","nothing":1}`, `{"url":"https://example.org/","options":{"url":"x"}}`,
	} {
		s.postJSON(convertPath, body).failed(client.InvalidParameter)
	}
}

// TestWhatConvertRefuses sends one request for each code that convert answers at once.
func TestWhatConvertRefuses(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.post("", nil).failed(client.MissingParameter)
	s.post("a.pdf", nil, "url", "https://example.org/a.pdf").failed(client.InvalidParameter)
	s.post("a.pdf", nil, "custom_id", "a b").failed(client.InvalidParameter)
	s.post("a.pdf", nil, "webhook_url", "http://example.org/").failed(client.InvalidURL)
	s.postJSON(convertPath, `{"url":"file:///etc/passwd"}`).failed(client.InvalidURL)
	s.postJSON(convertPath, `{"url":"https://a:b@example.org/"}`).failed(client.InvalidURL)
	s.postJSON(convertPath, `{"url":"https://example.org/`+strings.Repeat("a", 2048)+`"}`).failed(client.InvalidURL)
	s.postJSON(convertPath, `{"url":`).failed(client.InvalidRequest)
	s.postJSON(convertPath, `[]`).failed(client.InvalidRequest)
	s.postJSON(convertPath, `{"url":"`+strings.Repeat("a", 1<<20)+`"}`).failed(client.RequestTooLarge)
	s.postJSON(convertPath, `a=b`, "Content-Type", "application/x-www-form-urlencoded").failed(client.UnsupportedMediaType)
	s.postJSON(convertPath, `a`, "Content-Type", "multipart/form-data").failed(client.InvalidMultipart)
	s.postJSON(convertPath, "--b\r\ncut", "Content-Type", "multipart/form-data; boundary=b").failed(client.InvalidMultipart)
	s.post("a.pdf", map[string]string{"Idempotency-Key": "é"}).failed(client.InvalidParameter)
	s.post("a.pdf", map[string]string{"Idempotency-Key": strings.Repeat("k", 256)}).failed(client.InvalidParameter)

	body, kind := fileForm(t, "a.pdf", "\x89PNG\r\n\x1a\nno PDF")
	details := s.do(request{"POST", convertPath, map[string]string{"Content-Type": kind}, body}).failed(client.InvalidFileFormat)
	require.Equal(t, map[string]any{"file_type": "image/png", "expected": "application/pdf", "retryable": false}, details)
	body, kind = fileForm(t, "a.pdf", "")
	s.do(request{"POST", convertPath, map[string]string{"Content-Type": kind}, body}).failed(client.InvalidFileFormat)

	var fields []string
	for range 41 {
		fields = append(fields, "ocr_enabled", "1")
	}
	s.post("", nil, fields...).failed(client.InvalidMultipart)

	one := int64(1)
	s.change("main", func(a *store.Account) { a.Overrides.FileBytes = &one })
	require.Equal(t, float64(1), s.post("a.pdf", nil).failed(client.FileTooLarge)["limit"])
	s.change("main", func(a *store.Account) { a.Disabled = time.Now() })
	s.get("/v1/usage").failed(client.AccountDisabled)
}

// TestWhatConversionsFailWith converts one document for each code of a failed conversion.
func TestWhatConversionsFailWith(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, code := range []client.Code{
		client.InvalidFileFormat, client.InvalidDocument, client.PasswordRequired, client.PageLimitExceeded, client.ResourceLimitExceeded,
		client.UnsupportedFeature, client.FileTooLarge, client.InternalError, client.ConversionTimeout,
	} {
		details := s.post("fail "+string(code)+".pdf", nil).failed(code)
		c := s.get("/v1/conversions/" + details["conversion_id"].(string)).conversion(http.StatusOK)
		require.Equal(t, client.StatusFailed, c.Status)
		require.Equal(t, code, c.Error.Code)
		require.Nil(t, c.DownloadURL)
	}
	s.postJSON(convertPath, `{"url":"https://localhost/a.pdf"}`).failed(client.URLNotAllowed)
	s.postJSON(convertPath, `{"url":"https://nothing.invalid/a.pdf"}`).failed(client.URLFetchFailed)
}

// TestInTheBackground follows a conversion from the answer 202 to its end.
func TestInTheBackground(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		s := newService(t, on(address), func(c *server.Config) { c.SyncWait = 50 * time.Millisecond })
		for name, a := range map[string]reply{
			"preferred": s.post("wait.pdf", map[string]string{"Prefer": "handling=lenient, respond-async; wait=5"}),
			"webhook":   s.post("wait.pdf", nil, "webhook_url", "https://example.org/hook"),
			"slow":      s.post("wait.pdf", nil),
		} {
			c := a.conversion(http.StatusAccepted)
			require.Equal(t, "/v1/conversions/"+c.ID, a.Header.Get("Location"), name)
			require.Equal(t, "2", a.Header.Get("Retry-After"))
			require.Equal(t, name == "preferred", a.Header.Get("Preference-Applied") == "respond-async")
			require.Nil(t, c.HTML)
			s.get("/v1/conversions/" + c.ID + "/download").failed(client.ResultNotReady)
			s.get("/v1/conversions/" + c.ID + "/assets/p1-1.png").failed(client.ResultNotReady)
			require.Equal(t, http.StatusConflict, s.do(request{method: "HEAD", path: "/v1/conversions/" + c.ID + "/download"}).StatusCode)
			cancelled := s.do(request{method: "POST", path: "/v1/conversions/" + c.ID + "/cancel"})
			require.Equal(t, http.StatusOK, cancelled.StatusCode)
			require.Equal(t, client.StatusCancelled, s.ended(c.ID).Status)
			require.Equal(t, http.StatusOK, s.do(request{method: "POST", path: "/v1/conversions/" + c.ID + "/cancel"}).StatusCode)
		}
		c := s.post("wait.pdf", nil).conversion(http.StatusAccepted)
		s.release()
		require.Equal(t, client.StatusCompleted, s.ended(c.ID).Status)
		s.do(request{method: "POST", path: "/v1/conversions/" + c.ID + "/cancel"}).failed(client.ConversionNotCancellable)
		require.Equal(t, http.StatusNoContent, s.do(request{method: "DELETE", path: "/v1/conversions/" + c.ID}).StatusCode)
		s.get("/v1/conversions/" + c.ID).failed(client.ConversionNotFound)
		s.do(request{"GET", "/v1/conversions/" + c.ID, map[string]string{"Authorization": "Bearer " + s.issue("free", "other")}, nil}).failed(client.ConversionNotFound)
	})
}

// TestLists checks filters and pages of lists.
func TestLists(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		testkit.WithinMonth(t)
		s := newService(t, on(address))
		var ids []string
		for i := range 5 {
			ids = append(ids, s.post("a.pdf", nil, "custom_id", fmt.Sprint("n", i%2)).conversion(http.StatusOK).ID)
		}
		var got []string
		for c, err := range s.client.Conversions.All(t.Context(), client.ConversionQuery{Paging: client.Paging{Limit: 2}}) {
			require.NoError(t, err)
			require.Nil(t, c.HTML)
			got = append([]string{c.ID}, got...)
		}
		require.Equal(t, ids, got)
		count := func(query string) int {
			var page client.Page[client.Conversion]
			require.NoError(t, json.Unmarshal([]byte(s.get("/v1/conversions?"+query).body), &page))
			return len(page.Data)
		}
		require.Equal(t, 2, count("custom_id=n1"))
		require.Equal(t, 0, count("status=queued"))
		require.Equal(t, 5, count("status=completed&created_after=2020-01-01T00:00:00Z"))
		require.Equal(t, 0, count("created_before=2020-01-01T00:00:00Z"))
		require.Equal(t, 0, count("batch_id=batch_none"))
		s.get("/v1/conversions?cursor=x").failed(client.InvalidCursor)
		for _, query := range []string{"limit=0", "limit=101", "limit=x", "status=done", "created_after=today", "page=2"} {
			s.get("/v1/conversions?" + query).failed(client.InvalidParameter)
		}
		for _, query := range []string{"wait=61", "wait=-1", "fields=all", "x=1"} {
			s.get("/v1/conversions/" + ids[0] + "?" + query).failed(client.InvalidParameter)
		}
		require.Nil(t, s.get("/v1/conversions/"+ids[0]+"?fields=summary").conversion(http.StatusOK).HTML)
		require.Equal(t, http.StatusOK, s.get("/v1/usage/daily?days=2").StatusCode)
		s.get("/v1/usage/daily?days=0").failed(client.InvalidParameter)
		usage, err := s.client.Usage.Get(t.Context())
		require.NoError(t, err)
		require.Equal(t, int64(5), usage.Conversions.Used)
		require.Equal(t, int64(15), usage.Pages)
	})
}

// TestIdempotency repeats requests with an Idempotency-Key.
func TestIdempotency(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		s := newService(t, on(address))
		key := map[string]string{"Idempotency-Key": "order 17"}
		first := s.post("a.pdf", key, "ocr_enabled", "1")
		again := s.post("a.pdf", key, "options[ocr_enabled]", "true")
		require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
		require.Equal(t, first.Header.Get("X-Request-Id"), again.Header.Get("X-Request-Id"))
		require.Equal(t, first.body, again.body)
		s.post("a.pdf", key, "ocr_enabled", "0").failed(client.IdempotencyKeyReused)

		refused := s.post("a.pdf", map[string]string{"Idempotency-Key": "bad"}, "custom_id", "a b")
		refused.failed(client.InvalidParameter)

		var storm sync.WaitGroup
		var ids sync.Map
		for range 50 {
			storm.Go(func() {
				a := s.post("a.pdf", map[string]string{"Idempotency-Key": "storm"})
				if a.StatusCode == http.StatusConflict {
					a.failed(client.IdempotencyInProgress)
					return
				}
				ids.Store(a.conversion(http.StatusOK).ID, true)
			})
		}
		storm.Wait()
		n := 0
		ids.Range(func(any, any) bool { n++; return true })
		require.Equal(t, 1, n)
	})
}

// TestQuotaRace sends 200 documents at once where 100 are left in the month.
func TestQuotaRace(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		testkit.WithinMonth(t)
		s := newService(t, on(address))
		free := s.issue("free", "small")
		many := int64(100_000)
		s.change("small", func(a *store.Account) { a.Overrides.RequestsPerMinute, a.Overrides.Concurrent = &many, &many })
		auth := map[string]string{"Authorization": "Bearer " + free, "Prefer": "respond-async"}
		var posts sync.WaitGroup
		turns := make(chan bool, 20)
		for range 200 {
			posts.Go(func() {
				turns <- true
				defer func() { <-turns }()
				a := s.post("a.pdf", auth)
				for a.StatusCode == http.StatusServiceUnavailable { // a busy machine: try again
					a = s.post("a.pdf", auth)
				}
				if a.StatusCode == http.StatusAccepted {
					return
				}
				details := a.failed(client.QuotaExceeded)
				require.Contains(t, details, "resets_at")
				require.Equal(t, float64(0), details["remaining"])
				require.Equal(t, "0", a.Header.Get("X-Quota-Remaining"))
				require.Empty(t, a.Header.Get("Retry-After"))
			})
		}
		posts.Wait()
		var taken int64
		require.NoError(t, s.DB().View(t.Context(), func(tx store.Tx) error {
			return tx.QueryRow(t.Context(), "SELECT COUNT(*) FROM conversions").Scan(&taken)
		}))
		require.Equal(t, int64(100), taken)
	})
}

// TestQueueFull fills an account's queue.
func TestQueueFull(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *server.Config) { c.Workers = -1 })
	free := s.issue("free", "small")
	none := int64(-1)
	s.change("small", func(a *store.Account) { a.Overrides.RequestsPerMinute, a.Overrides.MonthlyConversions = &none, &none })
	auth := map[string]string{"Authorization": "Bearer " + free, "Prefer": "respond-async"}
	begin := time.Now()
	for range 101 { // one of them is converted at once
		if a := s.post("a.pdf", auth); a.StatusCode != http.StatusAccepted {
			require.Contains(t, a.failed(client.QueueFull), "limit")
			break
		}
	}
	require.NotEmpty(t, s.get("/v1/usage").Header.Get("X-RateLimit-Limit"))
	a := s.post("a.pdf", auth)
	a.failed(client.QueueFull)
	retry, err := strconv.Atoi(a.Header.Get("Retry-After"))
	require.NoError(t, err)
	require.LessOrEqual(t, time.Duration(retry)*time.Second, time.Since(begin)+time.Second, "without a finished conversion the pause is the age of the queue")

	// The process stays ready, however long the queue is and however old its entries are.
	require.NoError(t, s.DB().Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE conversions SET admitted_at = admitted_at - 3600000000 WHERE admitted_at IS NOT NULL`)
		return err
	}))
	require.Equal(t, http.StatusOK, s.get("/readyz").StatusCode)
}

// TestARequestThatLivesKeepsItsKey checks that a running request renews the short lease of its Idempotency-Key.
func TestARequestThatLivesKeepsItsKey(t *testing.T) {
	t.Parallel()
	s := newService(t)
	answered := make(chan reply, 1)
	go func() { answered <- s.post("wait", map[string]string{"Idempotency-Key": "k"}) }()
	lease := func() (at int64) {
		_ = s.DB().View(t.Context(), func(tx store.Tx) error { // there is no record yet
			return tx.QueryRow(t.Context(), `SELECT COALESCE(MAX(lease_until), 0) FROM idempotency`).Scan(&at)
		})
		return at
	}
	require.Eventually(t, func() bool { return lease() > 0 }, 30*time.Second, time.Millisecond)
	first := lease()
	require.LessOrEqual(t, time.UnixMicro(first), time.Now().Add(10*time.Second))
	require.Eventually(t, func() bool { return lease() > first }, 30*time.Second, 10*time.Millisecond)
	s.release()
	require.Equal(t, http.StatusOK, (<-answered).StatusCode)
	require.Zero(t, lease(), "an answered request has no lease")
}
