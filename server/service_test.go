package server_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/server"
)

var theContract *contract

func TestMain(m *testing.M) {
	if other := anotherProgram(); other != nil {
		if err := other(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	var err error
	if theContract, err = loadContract(openAPIFile); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := moreAtATime(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	testkit.MainWithPostgres(suite{m})
}

// workerArgument makes the test program a worker process of a service.
const workerArgument = "worker"

// anotherProgram returns what the test program is to run instead of tests, or nil.
func anotherProgram() func(io.Reader, io.Writer) error {
	switch {
	case os.Getenv(askerEnv) != "":
		return ask
	case len(os.Args) == 2 && os.Args[1] == workerArgument:
		return worker.Serve
	}
	return nil
}

// perProcessor is how many tests run at a time for each processor. Most of them wait, and keep no processor busy.
const perProcessor = 3

// moreAtATime sets -parallel, unless the command line sets it.
func moreAtATime() error {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if said {
		return nil
	}
	return flag.Set("test.parallel", strconv.Itoa(perProcessor*runtime.GOMAXPROCS(0)))
}

// suite is all tests, and what must hold of them together.
type suite struct{ *testing.M }

// Run runs the tests. If only some of them run, it does not check what must hold of all together.
func (s suite) Run() int {
	var err error
	if drawingCache, err = os.MkdirTemp("", "pagelift-drawing"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(drawingCache)
	code := s.M.Run()
	if leaks := theLog.leaks(); len(leaks) > 0 {
		fmt.Fprintln(os.Stderr, "the log holds what no log may:", leaks)
		code = 1
	}
	if testkit.Whole() {
		for _, name := range theContract.missing() {
			fmt.Fprintln(os.Stderr, "no test shows the documented answer", name)
			code = 1
		}
	}
	return code
}

// documentText is in every document of the stand-in converter. No log may have it.
const documentText = "The text of a document that nobody else may read."

// logs has everything that the services of the tests log.
type logs struct {
	mu      sync.Mutex
	text    bytes.Buffer
	secrets map[string]bool
}

var theLog = &logs{secrets: map[string]bool{documentText: true, "signature=": true}}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// secret registers a text that must never be logged.
func (l *logs) secret(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.secrets[s] = true
}

func (l *logs) leaks() (found []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for s := range l.secrets {
		if bytes.Contains(l.text.Bytes(), []byte(s)) {
			found = append(found, s)
		}
	}
	return found
}

// standIn is a converter that takes no time. The name of a document says what happens: "fail CODE" fails, "wait"
// waits for the end of the context or of the service.
type standIn struct{ free chan struct{} }

func (c *standIn) Convert(ctx context.Context, job worker.Job) (*worker.Outcome, error) {
	name := job.Options.Name
	if code, ok := strings.CutPrefix(name, "fail "); ok {
		return nil, &convert.Error{Code: convert.Code(code), Detail: "as the test wants"}
	}
	if name == "wait" {
		job.Progress(1, 3)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.free:
		}
	}
	score := 97
	out := &worker.Outcome{
		Metadata: convert.Metadata{
			Pages: 3, Title: "A title", Author: "An author", Subject: "A subject", Keywords: []string{"one", "two"},
			Created: time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC), Modified: time.Date(2024, 2, 3, 4, 5, 6, 0, time.UTC),
			Producer: "A producer", Language: "en", AccessibilityScore: &score, WordCount: 10, ImageCount: 1,
		},
		Warnings: []convert.Warning{{Code: "ocr_recommended", Page: 2, Detail: "no text"}},
		Duration: 123 * time.Millisecond,
	}
	html := `<!DOCTYPE html><html lang="en"><title>A "title" \ </title><p>` + documentText + "\n</html>"
	if name == "large" {
		html += strings.Repeat(" ", limits.DraftedHTML)
	}
	for name, f := range map[string]struct {
		file *worker.File
		text string
	}{
		"html": {&out.HTML, html}, "css": {&out.CSS, "p { margin: 0 }"}, "zip": {&out.Archive, "archive of " + documentText},
		"report": {&out.Report, `{"score":97}`},
	} {
		sum := sha256.Sum256([]byte(f.text))
		*f.file = worker.File{Name: name, Size: int64(len(f.text)), SHA256: hex.EncodeToString(sum[:])}
		if err := os.WriteFile(filepath.Join(job.Folder, name), []byte(f.text), 0o600); err != nil {
			return nil, err
		}
	}
	if name == "assets" {
		file := worker.File{Name: "p1-1.png", Size: 4, SHA256: strings.Repeat("0", 64)}
		out.Assets = []worker.Asset{{File: file, MediaType: "image/png"}}
		if err := os.WriteFile(filepath.Join(job.Folder, file.Name), []byte("\x89PNG"), 0o600); err != nil {
			return nil, err
		}
		page := `<!DOCTYPE html><img alt="" src="` + strings.ReplaceAll(job.AssetURL, "{name}", file.Name) + `">`
		return out, os.WriteFile(filepath.Join(job.Folder, "html"), []byte(page), 0o600)
	}
	return out, nil
}

// service is a running service and a client of it.
type service struct {
	*server.Server
	t      testing.TB
	url    string
	key    string // a key that may do everything
	http   *http.Client
	client *client.Client
	free   chan struct{} // closed when waiting documents may go on
}

// pdf is the shortest text that counts as a PDF.
const pdf = "%PDF-1.7\n" + documentText

// newService starts a service with an account of the enterprise plan. The exchanges of its client and of its http
// are checked against the contract.
func newService(t testing.TB, configure ...func(*server.Config)) *service {
	t.Helper()
	stand := &standIn{free: make(chan struct{})}
	dir := t.TempDir()
	config := server.Config{
		DataDir: dir, Workers: 2, Secret: []byte(strings.Repeat("s3cret", 8)),
		Logger: slog.New(slog.NewTextHandler(theLog, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	config.SetConverter(stand)
	for _, c := range configure {
		c(&config)
	}
	theLog.secret(string(config.Secret))
	if config.DatabaseURL == "" && config.DataDir == dir {
		storetest.InFolder(t, dir)
	}
	srv, err := server.New(t.Context(), config)
	require.NoError(t, err)
	require.NoError(t, srv.Start(t.Context()))
	h := httptest.NewUnstartedServer(srv)
	server.Harden(h.Config)
	h.Start()
	s := &service{Server: srv, t: t, url: h.URL, free: stand.free}
	t.Cleanup(func() {
		s.release()
		h.Close()
		require.NoError(t, srv.Shutdown(context.WithoutCancel(t.Context())))
	})
	s.key = s.issue("enterprise", "main", everyScope...)
	s.http = &http.Client{Transport: &recording{t, &http.Transport{DisableKeepAlives: true}, s.key}}
	s.client, err = client.New(s.key, client.Config{BaseURL: s.url, HTTPClient: s.http, Retry: client.RetryPolicy{Attempts: 1}})
	require.NoError(t, err)
	return s
}

// stopped stops the clock of a service, so that no window of a limit ends during a test.
func stopped(c *server.Config) {
	now := time.Now()
	c.Clock = func() time.Time { return now }
}

// on makes the service use the database at address.
func on(address string) func(*server.Config) {
	return func(c *server.Config) { c.DatabaseURL = address }
}

// release lets waiting documents go on.
func (s *service) release() {
	select {
	case <-s.free:
	default:
		close(s.free)
	}
}

// issue creates a key of an account with a plan. Without scopes the key may do everything.
func (s *service) issue(plan, account string, scopes ...client.Scope) string {
	s.t.Helper()
	k, err := s.IssueKey(s.t.Context(), server.KeyRequest{Account: account, Plan: plan, Environment: "dev", Name: "a test", Scopes: scopes})
	require.NoError(s.t, err)
	theLog.secret(k.Key)
	return k.Key
}

// change changes an account.
func (s *service) change(name string, change func(*store.Account)) {
	s.t.Helper()
	ctx := s.t.Context()
	require.NoError(s.t, s.DB().Update(ctx, func(tx store.Tx) error {
		a, err := store.GetAccountByName(ctx, tx, name)
		if err != nil {
			return err
		}
		change(a)
		return store.UpdateAccount(ctx, tx, a)
	}))
}

// request is a request that is sent as it is written.
type request struct {
	method, path string
	header       map[string]string // Authorization "": none; missing: the service's key
	body         io.Reader
}

// reply is an answer.
type reply struct {
	*http.Response
	t    testing.TB
	body string
}

// do sends a request.
func (s *service) do(r request) reply {
	s.t.Helper()
	resp, err := s.send(r)
	for tries := 1; errors.Is(err, syscall.ECONNRESET) && tries < mostTries; tries++ {
		// A busy client may still be writing what the server has refused already, and lose the answer.
		again, ok := r.body.(io.Seeker)
		if !ok {
			break
		}
		_, err = again.Seek(0, io.SeekStart)
		require.NoError(s.t, err)
		resp, err = s.send(r)
	}
	require.NoError(s.t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(s.t, err)
	return reply{resp, s.t, string(body)}
}

// mostTries is how often a request is sent if its connection is reset.
const mostTries = 5

// send sends a request once.
func (s *service) send(r request) (*http.Response, error) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), r.method, s.url+r.path, r.body)
	require.NoError(s.t, err)
	req.Header.Set("Authorization", "Bearer "+s.key)
	for name, value := range r.header {
		req.Header.Set(name, value)
		if value == "" {
			req.Header.Del(name)
		}
	}
	return s.http.Do(req)
}

// get requests a path.
func (s *service) get(path string) reply {
	s.t.Helper()
	return s.do(request{method: "GET", path: path})
}

const convertPath = "/v1/convert/pdf-to-html"

// post converts a document with this name. fields are pairs of name and value.
func (s *service) post(name string, header map[string]string, fields ...string) reply {
	s.t.Helper()
	body, kind := fileForm(s.t, name, pdf, fields...)
	h := map[string]string{"Content-Type": kind}
	for k, v := range header {
		h[k] = v
	}
	return s.do(request{"POST", convertPath, h, body})
}

// postJSON sends a JSON body.
func (s *service) postJSON(path, body string, header ...string) reply {
	s.t.Helper()
	h := map[string]string{"Content-Type": "application/json"}
	for i := 0; i < len(header); i += 2 {
		h[header[i]] = header[i+1]
	}
	return s.do(request{"POST", path, h, strings.NewReader(body)})
}

// fileForm returns a form with a file, unless the name of the file is empty.
func fileForm(t testing.TB, file, content string, fields ...string) (body *bytes.Buffer, kind string) {
	t.Helper()
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	for i := 0; i < len(fields); i += 2 {
		require.NoError(t, w.WriteField(fields[i], fields[i+1]))
	}
	if file != "" {
		part, err := w.CreateFormFile("file", file)
		require.NoError(t, err)
		_, err = io.WriteString(part, content)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return body, w.FormDataContentType()
}

// conversion returns the answer as a conversion. The answer must have the status.
func (a reply) conversion(status int) client.Conversion {
	a.t.Helper()
	require.Equal(a.t, status, a.StatusCode, a.body)
	var c client.Conversion
	require.NoError(a.t, json.Unmarshal([]byte(a.body), &c))
	return c
}

// failed requires a failure with this code, and returns its details.
func (a reply) failed(code client.Code) map[string]any {
	a.t.Helper()
	var e client.ErrorResponse
	require.NoError(a.t, json.Unmarshal([]byte(a.body), &e), a.body)
	require.NotNil(a.t, e.Error, a.body)
	require.Equal(a.t, code, e.Error.Code, a.body)
	require.Equal(a.t, server.Statuses[code], a.StatusCode)
	return e.Error.Details
}

// ended waits until a conversion has ended.
func (s *service) ended(id string) client.Conversion {
	s.t.Helper()
	for {
		c := s.get("/v1/conversions/" + id + "?wait=30").conversion(http.StatusOK)
		if c.Status.Final() {
			return c
		}
	}
}
