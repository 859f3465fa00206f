package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

// pages serves the dashboard: it does for people who are signed in what the interface does for programs.
type pages struct {
	*core
	dashboard   *dashboard // templates and files
	router      *router
	auth        *auth
	submissions *submissions
	results     *results
	delivery    *delivery
	accounts    *accounts
}

// view is what a page shows.
type view struct {
	Title  string
	Tab    string // path of the current entry of the navigation
	Notice string // what was done, or went wrong, in the request before
	Data   any

	Running bool   // something shown is still running: the script reloads the content
	Said    string // what a screen reader says when it changes on a reload

	// The rest is set as the page is written.
	Tabs    []tab
	Account *store.Account // nil: not signed in
	Body    template.HTML  // the content
	Here    string         // address of the page
	Seen    string         // a digest of the content and of Said
	Mute    bool           // the browser has shown the same Said already
	call    *call
}

// May reports whether the key of the session has a scope.
func (v view) May(scope client.Scope) bool { return v.call.hasScope(scope) }

// handler returns what handles requests for pages. It answers with errors as pages.
func (s *pages) handler(pattern string, handle pageHandler) http.Handler {
	return s.router.wrapWith(pattern, func(c *call) error {
		h := c.w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		return handle(c)
	}, s.writeErrorPage)
}

// seenHeader carries the view.Seen of what the browser shows, when the script reloads a page.
const seenHeader = "X-Seen"

// showPage answers with a page, or tells the script that the page has not changed.
func (s *pages) showPage(c *call, status int, name string, v view) error {
	if err := s.complete(c, &v, s.dashboard.pages[name]); err != nil {
		return fmt.Errorf("server: page %s: %w", name, err)
	}
	if c.r.Header.Get(seenHeader) == v.Seen {
		c.w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return s.showPart(c, status, name, "layout.html", v)
}

// complete sets the fields that all pages have, and renders the content.
func (s *pages) complete(c *call, v *view, page *template.Template) error {
	if v.Notice == "" {
		v.Notice = noticeOf(c.r.URL.Query())
	}
	v.Here = (&url.URL{Path: c.r.URL.Path, RawQuery: pageQuery(c.r).Encode()}).String()
	v.call, v.Account = c, c.account
	for _, t := range tabs {
		if c.hasScope(t.scope) {
			v.Tabs = append(v.Tabs, t)
		}
	}
	var b bytes.Buffer
	if err := page.ExecuteTemplate(&b, "content", v); err != nil {
		return err
	}
	v.Body = template.HTML(b.String()) // the template has escaped it
	said := digest(v.Said)
	v.Seen = digest(b.String()) + said
	v.Mute = len(c.r.Header.Get(seenHeader)) == len(v.Seen) && c.r.Header.Get(seenHeader)[len(said):] == said
	return nil
}

// digest returns a short hash of a text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// showPart answers with one part of a page.
func (s *pages) showPart(c *call, status int, page, name string, data any) error {
	var b bytes.Buffer
	if err := s.dashboard.pages[page].ExecuteTemplate(&b, name, data); err != nil {
		return fmt.Errorf("server: part %s of page %s: %w", name, page, err)
	}
	c.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	c.w.WriteHeader(status)
	_, _ = c.w.Write(b.Bytes()) // fails only if the client has gone
	return nil
}

// notices are what a page says of the request before it, by the word in the address of the page.
var notices = map[string]string{
	"cancelled": "What has not ended is being cancelled.",
	"deleted":   "It is deleted.",
	"revoked":   "The key is revoked.",
	"signedout": "You are signed out.",
	"changed":   "The changes are stored.",
	"replayed":  "The delivery is being sent again.",
}

// noticeOf returns the notice that an address asks for.
func noticeOf(q url.Values) string {
	if n, err := strconv.ParseInt(q.Get("count"), 10, 64); err == nil && q.Get("notice") == "replays" {
		return plural(n, "delivery is", "deliveries are") + " being sent again."
	}
	return notices[q.Get("notice")]
}

// pageQuery returns the query of a page without the parameters of its notice.
func pageQuery(r *http.Request) url.Values {
	q := r.URL.Query()
	q.Del("notice")
	q.Del("count")
	return q
}

// refusal returns the error that a page shows beside its form. It returns nil where the form did not cause err.
func refusal(err error) *client.Error {
	var known *client.Error
	if errors.As(err, &known) && known.Status < http.StatusInternalServerError {
		return known
	}
	return nil
}

// errNotSignedIn redirects to the page for signing in.
var errNotSignedIn = errors.New("server: nobody is signed in")

// writeErrorPage answers with a page that says what went wrong.
func (s *pages) writeErrorPage(c *call, err error) {
	if errors.Is(err, errNotSignedIn) {
		s.askToSignIn(c)
		return
	}
	if prefersJSON(c.r) {
		s.writeError(c.w, c.r, err)
		return
	}
	e := s.describe(c.r, public(err))
	h := c.w.Header()
	h.Del("Content-Disposition")
	if e.RetryAfter > 0 {
		h.Set("Retry-After", seconds(e.RetryAfter))
	}
	if err := s.showPage(c, e.Status, "error", view{Title: "Something went wrong", Data: e}); err != nil {
		s.log.ErrorContext(c.ctx(), "error page", "request_id", e.RequestID, "err", err)
		http.Error(c.w, e.Message, e.Status)
	}
}

// prefersJSON reports whether a program asks for a page. Then errors are JSON.
func prefersJSON(r *http.Request) bool {
	accept := list(r.Header, "Accept")
	return slices.ContainsFunc(accept, func(a string) bool { return strings.HasPrefix(a, "application/json") }) &&
		!slices.ContainsFunc(accept, func(a string) bool { return strings.HasPrefix(a, "text/html") })
}

// askToSignIn redirects to the page for signing in, whether a browser asks or the script of a page.
func (s *pages) askToSignIn(c *call) {
	const login = dashboardRoot + "/login"
	if c.r.Header.Get(seenHeader) == "" {
		http.Redirect(c.w, c.r, login, http.StatusSeeOther)
		return
	}
	c.w.Header().Set("HX-Redirect", login)
	c.w.WriteHeader(http.StatusUnauthorized)
}
