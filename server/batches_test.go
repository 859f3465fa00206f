package server_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

// batchService is a service over HTTP, with a key of an account.
type batchService struct {
	t       *testing.T
	dir     string
	server  *server.Server
	url     string
	key     string
	clients map[string]*client.Client // by account
}

func newBatchService(t *testing.T, workers int) *batchService {
	t.Helper()
	t.Parallel()
	testkit.WithinMonth(t)
	dir := t.TempDir()
	s, err := server.New(t.Context(), server.Config{
		DataDir: dir, Workers: workers, Logger: slog.New(slog.DiscardHandler),
		AllowPrivate: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	})
	require.NoError(t, err)
	require.NoError(t, s.Start(t.Context()))
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		require.NoError(t, s.Shutdown(t.Context()))
	})
	b := &batchService{t: t, dir: dir, server: s, url: h.URL, clients: map[string]*client.Client{}}
	b.key = b.account("first", "enterprise")
	return b
}

// account creates an account and a client for it, and returns the key.
func (b *batchService) account(name, plan string) string {
	b.t.Helper()
	key, err := b.server.IssueKey(b.t.Context(), server.KeyRequest{Account: name, Plan: plan, Environment: "dev", Name: name})
	require.NoError(b.t, err)
	b.clients[name], err = client.New(key.Key, client.Config{BaseURL: b.url, HTTPClient: b.recorded()})
	require.NoError(b.t, err)
	return key.Key
}

// recorded returns an HTTP client whose exchanges are checked against the contract.
func (b *batchService) recorded() *http.Client {
	return &http.Client{Transport: &recording{t: b.t, next: http.DefaultTransport, key: b.key}}
}

func (b *batchService) client() *client.Client { return b.clients["first"] }

// do sends a request with the service's key, unless header has another Authorization.
func (b *batchService) do(method, path, contentType string, body io.Reader, header http.Header) (*http.Response, []byte) {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, body)
	require.NoError(b.t, err)
	req.Header.Set("Authorization", "Bearer "+b.key)
	req.Header.Set("Content-Type", contentType)
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := b.recorded().Do(req)
	require.NoError(b.t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	require.NoError(b.t, err)
	return resp, data
}

// uploads returns the names of the documents that the service keeps.
func (b *batchService) uploads() []string {
	b.t.Helper()
	found, err := filepath.Glob(filepath.Join(b.dir, "blobs", "inputs*", "*"))
	require.NoError(b.t, err)
	return found
}

// onePage returns a document of one page.
func onePage(text string) []byte {
	var p testkit.PDF
	p.AddPage(testkit.Page{
		Content: fmt.Sprintf("BT /F1 12 Tf 72 700 Td (%s) Tj ET", text),
		Fonts:   "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	})
	return p.Bytes()
}

func batchFile(name, text string) client.File {
	return client.File{Name: name, Content: bytes.NewReader(onePage(text))}
}

func TestABatchOfFiles(t *testing.T) {
	b := newBatchService(t, 2)
	batches := b.client().Batches
	made, err := batches.Create(t.Context(), client.BatchRequest{Files: []client.File{
		batchFile("first.pdf", "First words"),
		{Name: "notes.txt", Content: strings.NewReader("no document")},
		batchFile(`..\CON: größe?.pdf`, "Third words"),
	}})
	require.NoError(t, err)
	require.Equal(t, []int{3, 1, 33}, []int{made.Total, made.Failed, made.Percentage}, "a file that is no PDF has failed already")
	ended, err := batches.Wait(t.Context(), made.ID)
	require.NoError(t, err)
	require.NotNil(t, ended.CompletedAt)
	require.NotNil(t, ended.ExpiresAt)
	require.NotNil(t, ended.DownloadURL)
	want := client.Batch{
		ID: made.ID, Status: client.StatusCompleted, Total: 3, Completed: 2, Failed: 1, Percentage: 100,
		ErrorCounts: map[client.Code]int{client.InvalidFileFormat: 1}, CreatedAt: made.CreatedAt,
		CompletedAt: ended.CompletedAt, ExpiresAt: ended.ExpiresAt, DownloadURL: ended.DownloadURL,
	}
	require.Equal(t, want, *ended)

	var names []string
	for c, err := range batches.Conversions(t.Context(), made.ID, client.StatusCompleted) {
		require.NoError(t, err)
		require.Equal(t, made.ID, *c.BatchID)
		require.Equal(t, ended.ExpiresAt, c.ExpiresAt, "the results of a batch expire together")
		names = append(names, c.InputFile)
	}
	require.Equal(t, []string{"CON: größe?.pdf", "first.pdf"}, names)
	usage, err := b.client().Usage.Get(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(2), int64(usage.Conversions.Used))

	dir := t.TempDir()
	require.NoError(t, batches.Extract(t.Context(), made.ID, dir))
	for folder, text := range map[string]string{"0001-first": "First words", "0003-CON--größe": "Third words"} {
		html, err := os.ReadFile(filepath.Join(dir, folder, "index.html"))
		require.NoError(t, err)
		require.Contains(t, string(html), text)
		require.FileExists(t, filepath.Join(dir, folder, "metadata.json"))
	}
	var manifest struct {
		BatchID     string `json:"batch_id"`
		Conversions []struct {
			Number int
			Status string
			Folder *string
			Error  *client.Failure
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &manifest), "%s", data)
	require.Equal(t, made.ID, manifest.BatchID)
	require.Len(t, manifest.Conversions, 3)
	require.Equal(t, "0001-first", *manifest.Conversions[0].Folder)
	require.Nil(t, manifest.Conversions[1].Folder)
	require.Equal(t, client.InvalidFileFormat, manifest.Conversions[1].Error.Code)
	require.Equal(t, 3, manifest.Conversions[2].Number)
	left, err := filepath.Glob(filepath.Join(b.dir, "tmp", "batch-*"))
	require.NoError(t, err)
	require.Empty(t, left, "downloads leave no files")
	require.Eventually(t, func() bool { return len(b.uploads()) == 0 }, failurePatience, 10*time.Millisecond)
}

// titled returns a file of corrections that gives a document a title.
func titled(title string) string { return "version: 1\ndocument: {title: " + title + "}\n" }

// TestDocumentsOfABatchAreKeptAndCorrected checks that what a request says of one member overrides what it says of
// all.
func TestDocumentsOfABatchAreKeptAndCorrected(t *testing.T) {
	b := newBatchService(t, 2)
	documents := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(onePage("An address")) }))
	t.Cleanup(documents.Close)
	titles := func(r client.BatchRequest) (titles, ids map[string]string) {
		made, err := b.client().Batches.Create(t.Context(), r)
		require.NoError(t, err)
		_, err = b.client().Batches.Wait(t.Context(), made.ID)
		require.NoError(t, err)
		titles, ids = map[string]string{}, map[string]string{}
		for c, err := range b.client().Batches.Conversions(t.Context(), made.ID, client.StatusCompleted) {
			require.NoError(t, err)
			whole, err := b.client().Conversions.Get(t.Context(), c.ID)
			require.NoError(t, err)
			_, title, _ := strings.Cut(*whole.HTML, "<title>")
			title, _, _ = strings.Cut(title, "</title>")
			titles[c.InputFile], ids[c.InputFile] = title, c.ID
		}
		return titles, ids
	}
	got, ids := titles(client.BatchRequest{
		Files:           []client.File{batchFile("a.pdf", "A"), {Name: "b.txt", Content: strings.NewReader("no document")}, batchFile("c.pdf", "C"), batchFile("d.pdf", "D")},
		FileCorrections: []string{titled("First"), titled("Second"), titled("Third")},
		Corrections:     titled("All"), KeepDocument: true,
	})
	require.Equal(t, map[string]string{"a.pdf": "First", "c.pdf": "Third", "d.pdf": "All"}, got)
	require.Len(t, b.uploads(), 3)
	again, err := b.client().Conversions.CorrectFile(t.Context(), ids["c.pdf"], []byte(titled("Once more")))
	require.NoError(t, err)
	require.Contains(t, *again.HTML, "<title>Once more</title>")

	got, ids = titles(client.BatchRequest{
		Inputs: []client.BatchInput{
			{URL: documents.URL + "/a.pdf", Corrections: titled("First")},
			{URL: documents.URL + "/b.pdf", KeepDocument: new(false)},
		},
		Corrections: titled("All"), KeepDocument: true,
	})
	require.Equal(t, map[string]string{"a.pdf": "First", "b.pdf": "All"}, got)
	_, err = b.client().Conversions.CorrectFile(t.Context(), ids["a.pdf"], []byte(titled("Once more")))
	require.NoError(t, err)
	_, err = b.client().Conversions.CorrectFile(t.Context(), ids["b.pdf"], []byte(titled("Once more")))
	require.ErrorIs(t, err, client.DocumentNotKept)
}

func TestABatchIsDownloadedBySignature(t *testing.T) {
	b := newBatchService(t, 2)
	made, err := b.client().Batches.Create(t.Context(), client.BatchRequest{Files: []client.File{batchFile("a.pdf", "A"), batchFile("b.pdf", "B")}})
	require.NoError(t, err)
	ended, err := b.client().Batches.Wait(t.Context(), made.ID)
	require.NoError(t, err)
	address := strings.TrimPrefix(*ended.DownloadURL, b.url)
	nobody := http.Header{"Authorization": nil}

	resp, data := b.do("GET", address, "", nil, nobody)
	require.Equal(t, http.StatusOK, resp.StatusCode)
	require.Equal(t, "application/zip", resp.Header.Get("Content-Type"))
	require.Equal(t, `attachment; filename="`+made.ID+`.zip"`, resp.Header.Get("Content-Disposition"))
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	require.Equal(t, "manifest.json", archive.File[len(archive.File)-1].Name)

	resp, data = b.do("HEAD", address, "", nil, nobody)
	require.Equal(t, http.StatusOK, resp.StatusCode)
	require.Empty(t, data)

	// A result that its owner has deleted is not in the archive.
	for c, err := range b.client().Batches.Conversions(t.Context(), made.ID, "") {
		require.NoError(t, err)
		if c.InputFile == "a.pdf" {
			require.NoError(t, b.client().Conversions.Delete(t.Context(), c.ID))
		}
	}
	resp, data = b.do("GET", address, "", nil, nobody)
	require.Equal(t, http.StatusOK, resp.StatusCode)
	archive, err = zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	for _, f := range archive.File {
		require.NotContains(t, f.Name, "0001-a")
	}

	for _, wrong := range []string{
		strings.Replace(address, "signature=", "signature=0", 1),
		strings.Replace(address, "expires=", "expires=9", 1),
		strings.Replace(address, made.ID, "batch_0", 1),
	} {
		resp, data = b.do("GET", wrong, "", nil, nobody)
		require.Equal(t, http.StatusForbidden, resp.StatusCode, wrong)
		require.Contains(t, string(data), client.InvalidSignature)
	}
}

func TestABatchOfAddresses(t *testing.T) {
	b := newBatchService(t, 2)
	documents := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/a.pdf" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(onePage("An address"))
	}))
	t.Cleanup(documents.Close)
	made, err := b.client().Batches.Create(t.Context(), client.BatchRequest{
		Inputs: []client.BatchInput{
			{URL: documents.URL + "/a.pdf", CustomID: "plain"},
			{URL: documents.URL + "/a.pdf", CustomID: "checked", Options: client.Options{AccessibilityCheck: new(true)}},
			{URL: documents.URL + "/none.pdf", CustomID: "missing"},
			{URL: "ftp://example.org/b.pdf", CustomID: "strange"},
			{URL: "http://10.0.0.1/c.pdf", CustomID: "private"},
		},
		Options: client.Options{AccessibilityCheck: new(false)},
	})
	require.NoError(t, err)
	ended, err := b.client().Batches.Wait(t.Context(), made.ID)
	require.NoError(t, err)
	require.Equal(t, []int{5, 2, 3}, []int{ended.Total, ended.Completed, ended.Failed})
	scored, codes := map[string]bool{}, map[string]client.Code{}
	for c, err := range b.client().Batches.Conversions(t.Context(), made.ID, "") {
		require.NoError(t, err)
		if c.Error != nil {
			codes[*c.CustomID] = c.Error.Code
			continue
		}
		scored[*c.CustomID] = c.Metadata.AccessibilityScore != nil
	}
	require.Equal(t, map[string]bool{"plain": false, "checked": true}, scored, "options of an input override those of the batch")
	require.Equal(t, map[string]client.Code{
		"missing": client.URLFetchFailed, "strange": client.InvalidURL, "private": client.URLNotAllowed,
	}, codes)
	require.Equal(t, map[client.Code]int{client.URLFetchFailed: 1, client.InvalidURL: 1, client.URLNotAllowed: 1}, ended.ErrorCounts)
}

func TestFilesAndAddressesOfOneForm(t *testing.T) {
	b := newBatchService(t, -1)
	made, err := b.client().Batches.Create(t.Context(), client.BatchRequest{
		Files:  []client.File{batchFile("a.pdf", "A")},
		Inputs: []client.BatchInput{{URL: "http://127.0.0.1/b.pdf"}},
	})
	require.NoError(t, err)
	require.Equal(t, client.StatusQueued, made.Status)
	var names []string
	for c, err := range b.client().Batches.Conversions(t.Context(), made.ID, client.StatusQueued) {
		require.NoError(t, err)
		names = append(names, c.InputFile)
	}
	require.ElementsMatch(t, []string{"a.pdf", "b.pdf"}, names)
}

func TestACancelledBatch(t *testing.T) {
	b := newBatchService(t, -1)
	batches := b.client().Batches
	made, err := batches.Create(t.Context(), client.BatchRequest{Files: []client.File{batchFile("a.pdf", "A"), batchFile("b.pdf", "B")}})
	require.NoError(t, err)
	_, err = batches.Download(t.Context(), made.ID, io.Discard)
	require.ErrorIs(t, err, client.ResultNotReady)
	for range 2 {
		cancelled, err := batches.Cancel(t.Context(), made.ID)
		require.NoError(t, err)
		require.Equal(t, client.StatusCancelled, cancelled.Status)
		require.Equal(t, []int{2, 2, 100}, []int{cancelled.Total, cancelled.Cancelled, cancelled.Percentage})
		require.Nil(t, cancelled.DownloadURL)
	}
	usage, err := b.client().Usage.Get(t.Context())
	require.NoError(t, err)
	require.Zero(t, usage.Conversions.Used)
	b.account("second", "free")
	others := b.clients["second"].Batches
	_, err = others.Get(t.Context(), made.ID)
	require.ErrorIs(t, err, client.BatchNotFound)
	_, err = others.Cancel(t.Context(), made.ID)
	require.ErrorIs(t, err, client.BatchNotFound)
	_, err = others.Download(t.Context(), made.ID, io.Discard)
	require.ErrorIs(t, err, client.BatchNotFound)
	for _, err := range others.Conversions(t.Context(), made.ID, "") {
		require.ErrorIs(t, err, client.BatchNotFound)
	}
}

func TestBatchesAreListed(t *testing.T) {
	b := newBatchService(t, -1)
	var made, listed []string
	for range 3 {
		batch, err := b.client().Batches.Create(t.Context(), client.BatchRequest{Files: []client.File{batchFile("a.pdf", "A")}})
		require.NoError(t, err)
		made = append([]string{batch.ID}, made...)
	}
	for batch, err := range b.client().Batches.All(t.Context(), client.Paging{Limit: 2}) {
		require.NoError(t, err)
		listed = append(listed, batch.ID)
	}
	require.Equal(t, made, listed)
}

func TestARepeatedBatchIsMadeOnce(t *testing.T) {
	b := newBatchService(t, -1)
	header := http.Header{"Idempotency-Key": {"monday"}}
	const body = `{"inputs":[{"url":"http://127.0.0.1/a.pdf"}]}`
	resp, first := b.do("POST", "/v1/batches", "application/json", strings.NewReader(body), header)
	require.Equal(t, http.StatusAccepted, resp.StatusCode, "%s", first)
	require.Regexp(t, `^/v1/batches/batch_`, resp.Header.Get("Location"))
	location := resp.Header.Get("Location")
	resp, second := b.do("POST", "/v1/batches", "application/json", strings.NewReader(body), header)
	require.Equal(t, "true", resp.Header.Get("Idempotent-Replayed"))
	require.Equal(t, location, resp.Header.Get("Location"))
	require.Equal(t, string(first), string(second))
	resp, other := b.do("POST", "/v1/batches", "application/json", strings.NewReader(strings.Replace(body, "a.pdf", "b.pdf", 1)), header)
	require.Equal(t, http.StatusUnprocessableEntity, resp.StatusCode)
	require.Contains(t, string(other), client.IdempotencyKeyReused)
}

// batchForm returns a multipart body of fields and files.
func batchForm(t *testing.T, fields [][2]string, files ...client.File) (contentType string, body io.Reader) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, f := range fields {
		require.NoError(t, w.WriteField(f[0], f[1]))
	}
	for _, f := range files {
		part, err := w.CreateFormFile("files[]", f.Name)
		require.NoError(t, err)
		_, err = io.Copy(part, f.Content)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return w.FormDataContentType(), &b
}

func TestBatchesThatAreRefused(t *testing.T) {
	b := newBatchService(t, -1)
	inputs := func(n int) string {
		return `{"inputs":[` + strings.Repeat(`{"url":"http://127.0.0.1/"},`, n-1) + `{"url":"http://127.0.0.1/"}]}`
	}
	many := make([]client.File, 101)
	for i := range many {
		many[i] = client.File{Name: "a.pdf", Content: strings.NewReader("no document")}
	}
	many[0] = batchFile("a.pdf", "A")
	cases := map[string]struct {
		json      string // or
		fields    [][2]string
		files     []client.File
		status    int
		code      client.Code
		parameter any
	}{
		"nothing":                   {json: `{}`, status: 400, code: client.MissingParameter, parameter: "inputs"},
		"an empty form":             {fields: [][2]string{{"semantic_html", "1"}}, status: 400, code: client.MissingParameter, parameter: "inputs"},
		"inputs that are no list":   {json: `{"inputs":{}}`, status: 400, code: client.InvalidParameter, parameter: "inputs"},
		"an input without address":  {json: `{"inputs":[{"url":"http://127.0.0.1/"},{}]}`, status: 400, code: client.MissingParameter, parameter: "inputs[1].url"},
		"an option of another type": {json: `{"inputs":[{"url":"http://127.0.0.1/","options":{"ocr_enabled":1}}]}`, status: 400, code: client.InvalidParameter, parameter: "inputs[0].ocr_enabled"},
		"a webhook of an input":     {json: `{"inputs":[{"url":"http://127.0.0.1/","webhook_url":"https://example.org/"}]}`, status: 400, code: client.InvalidParameter, parameter: "inputs[0].webhook_url"},
		"an address of all":         {json: `{"inputs":[{"url":"http://127.0.0.1/"}],"url":"http://127.0.0.1/"}`, status: 400, code: client.InvalidParameter, parameter: "url"},
		"a bad custom_id":           {json: `{"inputs":[{"url":"http://127.0.0.1/","custom_id":"a b"}]}`, status: 400, code: client.InvalidParameter, parameter: "inputs[0].custom_id"},
		"a bad webhook":             {json: `{"inputs":[{"url":"http://127.0.0.1/"}],"webhook_url":"http://example.org/"}`, status: 400, code: client.InvalidURL, parameter: "webhook_url"},
		"only bad addresses":        {json: `{"inputs":[{"url":"ftp://example.org/"},{"url":"x"}]}`, status: 400, code: client.InvalidURL, parameter: "url"},
		"only bad files":            {files: []client.File{{Name: "a.txt", Content: strings.NewReader("a")}}, status: 400, code: client.InvalidFileFormat},
		"too many addresses":        {json: inputs(1001), status: 413, code: client.BatchTooLarge},
		"too many files":            {files: many, status: 413, code: client.BatchTooLarge},
		"a file of another name":    {fields: [][2]string{{"file", "x"}}, status: 400, code: client.InvalidParameter, parameter: "file"},
		"corrections of an input":   {json: `{"inputs":[{"url":"http://127.0.0.1/","corrections":"version: 1\ncolour: red"}]}`, status: 400, code: client.InvalidCorrections},
		"corrections of all":        {json: `{"inputs":[{"url":"http://127.0.0.1/"}],"corrections":"colour: red"}`, status: 400, code: client.InvalidCorrections},
		"corrections of a file":     {fields: [][2]string{{"corrections[]", "colour: red"}}, files: []client.File{batchFile("a.pdf", "A")}, status: 400, code: client.InvalidCorrections},
		"corrections of no file":    {fields: [][2]string{{"corrections[]", ""}, {"corrections[]", ""}}, files: []client.File{batchFile("a.pdf", "A")}, status: 400, code: client.InvalidParameter, parameter: "corrections[]"},
		"long corrections for many": {json: strings.TrimSuffix(inputs(60), "}") + `,"corrections":"version: 1\n#` + strings.Repeat(" ", 400_000) + `"}`, status: 400, code: client.InvalidParameter, parameter: "corrections"},
		"a switch of an input":      {json: `{"inputs":[{"url":"http://127.0.0.1/","keep_document":"yes"}]}`, status: 400, code: client.InvalidParameter, parameter: "inputs[0].keep_document"},
		"a parameter of its own":    {fields: [][2]string{{"urls[]", "http://127.0.0.1/"}, {"custom_id", "x"}}, status: 400, code: client.InvalidParameter, parameter: "custom_id"},
	}
	for name, tc := range cases {
		contentType, body := "application/json", io.Reader(strings.NewReader(tc.json))
		if tc.json == "" {
			contentType, body = batchForm(t, tc.fields, tc.files...)
		}
		resp, data := b.do("POST", "/v1/batches", contentType, body, nil)
		var answer client.ErrorResponse
		require.NoError(t, json.Unmarshal(data, &answer), name)
		require.Equal(t, tc.status, resp.StatusCode, "%s: %s", name, data)
		require.Equal(t, tc.code, answer.Error.Code, name)
		require.Equal(t, tc.parameter, answer.Error.Details["parameter"], name)
		require.Empty(t, b.uploads(), name)
	}
	for _, err := range b.client().Batches.All(t.Context(), client.Paging{}) {
		require.Fail(t, "a batch was created", "%v", err)
	}
	resp, _ := b.do("POST", "/v1/batches", "text/plain", strings.NewReader("x"), nil)
	require.Equal(t, http.StatusUnsupportedMediaType, resp.StatusCode)
	resp, _ = b.do("GET", "/v1/batches?cursor=x", "", nil, nil)
	require.Equal(t, http.StatusBadRequest, resp.StatusCode)
	_, err := b.client().Batches.Create(t.Context(), client.BatchRequest{Inputs: make([]client.BatchInput, 1)})
	require.ErrorIs(t, err, client.MissingParameter)

	// The free plan allows a hundred conversions in the queue.
	free := http.Header{"Authorization": {"Bearer " + b.account("free", "free")}}
	resp, _ = b.do("POST", "/v1/batches", "application/json", strings.NewReader(inputs(60)), free)
	require.Equal(t, http.StatusAccepted, resp.StatusCode)
	resp, data := b.do("POST", "/v1/batches", "application/json", strings.NewReader(inputs(60)), free)
	require.Equal(t, http.StatusTooManyRequests, resp.StatusCode)
	require.Contains(t, string(data), client.QueueFull)
	resp, data = b.do("POST", "/v1/batches", "application/json", strings.NewReader(inputs(101)), free)
	require.Equal(t, http.StatusRequestEntityTooLarge, resp.StatusCode)
	require.Contains(t, string(data), client.BatchTooLarge)
}

// TestABatchBeyondTheMonth checks that a batch with more members than the month has left is refused as a whole,
// and counts as nothing.
func TestABatchBeyondTheMonth(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.change("main", func(a *store.Account) { a.Overrides.MonthlyConversions = new(int64(1)) })
	create := func(inputs string) reply { return s.postJSON("/v1/batches", `{"inputs":[`+inputs+`]}`) }
	const input = `{"url":"https://example.org/a.pdf"}`
	details := create(input + "," + input).failed(client.QuotaExceeded)
	require.Equal(t, []any{2., 1.}, []any{details["requested"], details["remaining"]})
	require.Contains(t, details, "resets_at")
	a := create(input)
	require.Equal(t, http.StatusAccepted, a.StatusCode, a.body)
}

// TestResultsOfBatchesAreThereForATime checks that the results of a batch can be read neither before its end nor
// after they have expired.
func TestResultsOfBatchesAreThereForATime(t *testing.T) {
	t.Parallel()
	var skew atomic.Int64
	s := newService(t, func(c *server.Config) {
		c.Clock = func() time.Time { return time.Now().Add(time.Duration(skew.Load())) }
	})
	kind, body := batchForm(t, nil, client.File{Name: "wait.pdf", Content: strings.NewReader(pdf)})
	a := s.do(request{"POST", "/v1/batches", map[string]string{"Content-Type": kind}, body})
	require.Equal(t, http.StatusAccepted, a.StatusCode, a.body)
	var made client.Batch
	require.NoError(t, json.Unmarshal([]byte(a.body), &made))
	path := "/v1/batches/" + made.ID + "/download"
	head := func() int { return s.do(request{method: "HEAD", path: path}).StatusCode }
	details := s.get(path).failed(client.ResultNotReady)
	require.Equal(t, true, details["retryable"])
	require.Equal(t, http.StatusConflict, head())
	s.release()
	ended, err := s.client.Batches.Wait(t.Context(), made.ID)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, head())
	skew.Store(int64(25 * time.Hour))
	s.get(path).failed(client.ResultExpired)
	require.Equal(t, http.StatusGone, head())
	signed, err := url.Parse(*ended.DownloadURL)
	require.NoError(t, err)
	s.do(request{"GET", signed.RequestURI(), map[string]string{"Authorization": ""}, nil}).failed(client.ResultExpired)
}
