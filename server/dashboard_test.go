package server_test

import (
	"encoding/json"
	"html"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
)

// everyScope lists all scopes, including those of operators.
var everyScope = []client.Scope{
	client.ScopeConversionsRead, client.ScopeConversionsWrite, client.ScopeWebhooksRead, client.ScopeWebhooksWrite,
	client.ScopeUsageRead, client.ScopeKeysWrite, client.ScopeAccountsWrite, client.ScopeAdmin,
}

func without(scope client.Scope) []client.Scope {
	return slices.DeleteFunc(slices.Clone(everyScope), func(s client.Scope) bool { return s == scope })
}

// nowhere replaces placeholders in a path by an id that does not exist.
var nowhere = strings.NewReplacer("{id}", "none")

// TestEveryPageRefuses requests each page and sends each form in each way that all of them refuse.
func TestEveryPageRefuses(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	anybody := newVisitor(t, h.url).stay()
	all := h.visit("one", everyScope...)
	lacking := map[client.Scope]*visitor{}
	for _, r := range h.service.PageRoutes() {
		path, name := nowhere.Replace(r.Path), r.Method+" "+r.Path
		a := anybody.send(r.Method, path, nil)
		require.Equal(t, http.StatusSeeOther, a.StatusCode, name)
		require.Equal(t, "/dashboard/login", a.Header.Get("Location"), name)
		if lacking[r.Scope] == nil {
			lacking[r.Scope] = h.visit("one", without(r.Scope)...)
		}
		a = lacking[r.Scope].send(r.Method, path, nil)
		require.Equal(t, http.StatusForbidden, a.StatusCode, name)
		require.Contains(t, a.body, string(r.Scope), name)
		a = all.send(r.Method, path, nil)
		require.NotEqual(t, http.StatusForbidden, a.StatusCode, name)
		if strings.Contains(r.Path, "{") && !strings.HasSuffix(r.Path, "/test") {
			require.Contains(t, []int{http.StatusNotFound, http.StatusBadRequest, http.StatusSeeOther}, a.StatusCode, name)
		}
		if r.Method == http.MethodPost {
			a = all.send(r.Method, path, nil, "Origin", "https://elsewhere.example")
			require.Equal(t, http.StatusForbidden, a.StatusCode, "%s from a page of somebody else", name)
			require.NotContains(t, a.body, "<form", name)
		}
	}
}

func TestPagesRunNothingOfOthers(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	v := h.visit("one")
	for _, path := range []string{"/dashboard", "/dashboard/webhooks", "/dashboard/nothing", "/dashboard/login", "/dashboard/conversions/none"} {
		a := v.get(path)
		csp := a.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'self'"} {
			require.Contains(t, csp, part, path)
		}
		require.NotContains(t, csp, "unsafe", path)
		require.Equal(t, "no-store", a.Header.Get("Cache-Control"), path)
		require.NotContains(t, a.body, "style=", path)
		require.NotContains(t, a.body, "onclick", path)
	}
}

// TestAKeyThatMayOnlyRead checks that a key which may only read sees what there is, and no form to change it.
func TestAKeyThatMayOnlyRead(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	pages := h.fill()
	v := h.visit("one", client.ScopeConversionsRead, client.ScopeWebhooksRead)
	require.Equal(t, "/dashboard/conversions", v.get("/dashboard").path(), "the key may not see the overview")
	for name, path := range pages {
		a := v.get(path)
		if a.StatusCode == http.StatusForbidden || a.StatusCode == http.StatusNotFound {
			continue
		}
		require.Equal(t, 1, strings.Count(a.body, `method="post"`), "%s: to sign out is all that it may do", name)
		for _, gone := range []string{"/dashboard/upload", "/dashboard/keys", "/new", "/edit"} {
			require.NotContains(t, a.body, gone, name)
		}
	}
	only := h.visit("one", client.ScopeUsageRead)
	require.NotContains(t, only.get("/dashboard").body, hostile[:5], "a key for usage may not see names of documents")
}

// hostile is a text that somebody gives as a name to break out of a page.
const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`

// fill creates one resource of each kind for the account one, and returns pages by name.
func (h *hooked) fill() map[string]string {
	h.Helper()
	v := h.visit("one")
	h.answers(http.StatusInternalServerError)
	a := v.post("/dashboard/webhooks", "url", h.receiver.URL+"/hook", "description", hostile, "payload_format", "a", "signature_scheme", "2")
	require.Equal(h, http.StatusCreated, a.StatusCode, a.body)
	webhooks, err := h.client.Webhooks.List(h.Context(), client.Paging{})
	require.NoError(h, err)
	pdf, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(h, err)
	a = v.upload("/dashboard/upload", []chosen{{"file", strings.ReplaceAll(hostile, "/", "") + ".pdf", string(pdf)}}, "accessibility_check", "on", "keep_document", "on")
	require.Equal(h, http.StatusOK, a.StatusCode, a.body)
	conversion := a.path()
	h.ended(conversion)
	broken := v.upload("/dashboard/upload", []chosen{{"file", "broken.pdf", "%PDF-1.7"}}).path()
	h.ended(broken)
	batch := v.upload("/dashboard/batches", []chosen{{"files[]", "a.pdf", string(pdf)}, {"files[]", hostile, "no PDF"}}).path()
	deliveries := h.settled()
	return map[string]string{
		"overview": "/dashboard", "upload": "/dashboard/upload", "conversions": "/dashboard/conversions",
		"no conversions": "/dashboard/conversions?status=cancelled", "conversion": conversion, "failure": broken,
		"review": conversion + "/review", "review of page 2": conversion + "/review?page=2", "no review": broken + "/review",
		"batches": "/dashboard/batches", "batch": batch, "new batch": "/dashboard/batches/new",
		"webhooks": "/dashboard/webhooks", "webhook": "/dashboard/webhooks/" + webhooks.Data[0].ID,
		"new webhook": "/dashboard/webhooks/new", "change": "/dashboard/webhooks/" + webhooks.Data[0].ID + "/edit",
		"deliveries": "/dashboard/deliveries", "delivery": "/dashboard/deliveries/" + deliveries[0].ID,
		"keys": "/dashboard/keys", "an error": "/dashboard/nothing",
		"accounts": "/dashboard/accounts", "account": h.visit("one", everyScope...).accountNamed("one"), "audit log": "/dashboard/audit",
	}
}

// ended waits for the end of the conversion of a page.
func (h *hooked) ended(page string) {
	h.Helper()
	_, err := h.client.Conversions.Wait(h.Context(), page[strings.LastIndexByte(page, '/')+1:])
	if err != nil {
		require.ErrorContains(h, err, "invalid_document")
	}
}

// TestEveryPageIsAccessible checks the pages with our own rules. The pages are full of texts that try to break
// out.
func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	pages := h.fill()
	v := h.visit("one", everyScope...)
	css := v.get("/dashboard/assets/dashboard.css").body
	check := func(name, html string) {
		t.Helper()
		report, err := a11y.Check(t.Context(), html, a11y.Options{Stylesheet: func(string) (string, bool) { return css, true }})
		require.NoError(t, err)
		for _, r := range report.Violations {
			t.Errorf("%s: %s: %s", name, r.ID, r.Nodes[0].HTML)
		}
		require.NotContains(t, html, "<script>", name)
		require.NotContains(t, html, "<img src=x", name)
	}
	for name, path := range pages {
		check(name, v.get(path).body)
	}
	check("login", newVisitor(t, h.url).get("/dashboard/login").body)
	check("a wrong key", newVisitor(t, h.url).post("/dashboard/login", "key", hostile).body)
	check("no webhook", v.post("/dashboard/webhooks", "url", hostile, "description", hostile, "events", hostile, "payload_format", hostile, "signature_scheme", "2").body)
	check("no document", v.upload("/dashboard/upload", []chosen{{"file", hostile, "no PDF"}}).body)
	check("no documents", v.upload("/dashboard/batches", nil, "addresses", hostile).body)
	check("no key", v.post("/dashboard/keys", "name", hostile, "environment", hostile).body)
	check("a sample", v.post(pages["webhook"]+"/test", "event", "batch.completed").body)
	check("a new secret", v.post(pages["webhook"]+"/rotate").body)
	check("no account", v.post("/dashboard/accounts", "name", hostile, "plan", hostile).body)
	check("no limits", v.post(pages["account"], "plan", hostile, "concurrent", hostile).body)
	check("no key for an account", v.post(pages["account"]+"/keys", "name", hostile).body)
	check("the account's secret", v.post("/dashboard/webhooks/secret").body)
}

// TestAPageIsFetchedAnewWhileSomethingRuns checks that a page is reloaded only while something runs, and says so
// only once.
func TestAPageIsFetchedAnewWhileSomethingRuns(t *testing.T) {
	t.Parallel()
	s := newService(t)
	v := signIn(t, s.url, s.key)
	a := v.upload("/dashboard/upload", []chosen{{"file", "wait", pdf}})
	require.Eventually(t, func() bool {
		a = v.get(a.path())
		return strings.Contains(a.body, "1 of 3 pages")
	}, hookPatience, 10*time.Millisecond)
	require.Contains(t, a.body, `hx-get="`+a.path()+`"`)
	require.Contains(t, a.body, "The conversion is processing.")
	seen := func() string {
		_, rest, _ := strings.Cut(a.body, `{"X-Seen":"`)
		token, _, ok := strings.Cut(rest, `"`)
		require.True(t, ok)
		return token
	}
	require.Equal(t, http.StatusNoContent, v.get(a.path(), "X-Seen", seen()).StatusCode, "the page has not changed")
	other := strings.Repeat("0", 16) + seen()[16:]
	again := v.get(a.path(), "X-Seen", other)
	require.Equal(t, http.StatusOK, again.StatusCode)
	require.NotContains(t, again.body, "The conversion is processing.", "the status was announced before")
	anybody := newVisitor(t, s.url).get(a.path(), "X-Seen", other)
	require.Equal(t, http.StatusUnauthorized, anybody.StatusCode)
	require.Equal(t, "/dashboard/login", anybody.Header.Get("HX-Redirect"))

	before := seen()
	s.release()
	s.ended(a.path()[strings.LastIndexByte(a.path(), '/')+1:])
	a = v.get(a.path(), "X-Seen", before)
	require.Contains(t, a.body, "The conversion is completed.")
	require.NotContains(t, a.body, "hx-get")
}

// TestADocumentIsCorrectedOnItsPage: the page shows the draft and, beside it, what is wrong with it. Sending it
// leads to a new conversion.
func TestADocumentIsCorrectedOnItsPage(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	v := h.visit("one")
	pdf, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	forgotten := v.upload("/dashboard/upload", []chosen{{"file", "a.pdf", string(pdf)}}).path()
	h.ended(forgotten)
	require.NotContains(t, v.get(forgotten).body, "Convert again")
	require.Equal(t, http.StatusConflict, v.post(forgotten+"/corrections", "corrections", "version: 1\n").StatusCode)

	kept := v.upload("/dashboard/upload", []chosen{{"file", "a.pdf", string(pdf)}}, "keep_document", "on").path()
	h.ended(kept)
	page := v.get(kept)
	require.Contains(t, page.body, "Convert again")
	require.Contains(t, page.body, "version: 1\n")
	wrong := v.post(kept+"/corrections", "corrections", "version: 1\r\nblocks:\r\n  - {text: <b>, role: poem}\r\n")
	require.Equal(t, http.StatusBadRequest, wrong.StatusCode)
	require.Contains(t, wrong.body, "line 3")
	require.Contains(t, wrong.body, "{text: &lt;b&gt;, role: poem}", "the form keeps what was written")
	require.Contains(t, wrong.body, `aria-invalid="true"`)
	again := v.post(kept+"/corrections", "corrections", "version: 1\r\nby: Ann Fox\r\n")
	require.Equal(t, http.StatusOK, again.StatusCode)
	require.NotEqual(t, kept, again.path())
	h.ended(again.path())
	require.Contains(t, v.get(again.path()).body, "by: Ann Fox")
}

// commandsOn returns the commands that a page shows, by name.
func commandsOn(page string) map[string]string {
	commands := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)<h3>([^<]*)</h3>\s*<pre class="response"[^>]*><code>(.*?)</code></pre>`).FindAllStringSubmatch(page, -1) {
		commands[m[1]] = html.UnescapeString(m[2])
	}
	return commands
}

// TestThePageOfAConversionShowsTheCommandsThatDoTheSame runs the curl command, which produces the same forms. The
// page does not show the address of a document, and corrections are a file.
func TestThePageOfAConversionShowsTheCommandsThatDoTheSame(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	v := h.visit("one")
	pdf, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	at := v.upload("/dashboard/upload", []chosen{{"file", "a walk.pdf", string(pdf)}}, "keep_document", "on", "formats", "md,txt").path()
	h.ended(at)
	commands := commandsOn(v.get(at).body)
	require.Len(t, commands, 3)
	require.Contains(t, commands["Go"], "Formats: []string{\"md\", \"txt\"}}")
	require.Contains(t, commands["Go"], "KeepDocument: true")
	require.Contains(t, commands["Command line"], "--also md,txt 'a walk.pdf' -o 'a walk.zip'")

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a walk.pdf"), pdf, 0o600))
	testkit.Programs(t, "curl")
	cmd := exec.CommandContext(t.Context(), "sh", "-c", commands["curl"])
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PAGELIFT_API_KEY="+h.issue("one"))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	answer, err := os.ReadFile(filepath.Join(dir, "a walk.json"))
	require.NoError(t, err)
	var made client.Conversion
	require.NoError(t, json.Unmarshal(answer, &made))
	require.Equal(t, commands, commandsOn(v.get("/dashboard/conversions/"+made.ID).body), "the conversion has the same options")

	again := v.post(at+"/corrections", "corrections", "version: 1\nby: Ann Fox\n").path()
	h.ended(again)
	commands = commandsOn(v.get(again).body)
	require.Contains(t, commands["curl"], "-F 'corrections=<a walk.corrections.yaml'")
	require.Contains(t, commands["Go"], "corrections, err := os.ReadFile(\"a walk.corrections.yaml\")")
	require.Contains(t, commands["Go"], "Corrections: string(corrections)")
}
