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

// pages are the dashboard: what the interface does, for people who are signed in.
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

// view is what a page is made of.
type view struct {
	Title  string
	Tab    string // path of the current entry
	Notice string // what was done, or went wrong, before this page
	Data   any

	Running bool   // something that is shown goes on: the page's content is fetched anew
	Said    string // what is read out when it changes meanwhile

	// The rest is set as the page is written.
	Tabs    []tab
	Account *store.Account // nil: nobody is signed in
	Body    template.HTML  // the content
	Here    string         // address of the page
	Seen    string         // names the content and what is said
	Mute    bool           // what is said was said already
	call    *call
}

// May reports whether the key of the session has a scope.
func (v view) May(scope client.Scope) bool { return v.call.hasScope(scope) }

// handler is what requests of pages go through; errors are pages too.
func (s *pages) handler(pattern string, handle pageHandler) http.Handler {
	return s.router.wrapWith(pattern, func(c *call) error {
		h := c.w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		return handle(c)
	}, s.writeErrorPage)
}

// seenHeader carries what the script that asks for a page again has of it: view.Seen.
const seenHeader = "X-Seen"

// showPage answers with a page, or tells the script that it has not changed.
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

// complete sets what all pages have, and writes the content.
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
	v.Body = template.HTML(b.String()) // escaped as it was written
	said := digest(v.Said)
	v.Seen = digest(b.String()) + said
	v.Mute = len(c.r.Header.Get(seenHeader)) == len(v.Seen) && c.r.Header.Get(seenHeader)[len(said):] == said
	return nil
}

// digest names a text.
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
	_, _ = c.w.Write(b.Bytes()) // a client that has gone sees nothing
	return nil
}

// notices are what a page says of the request before it, by the word in its address.
var notices = map[string]string{
	"cancelled": "What has not ended is being cancelled.",
	"deleted":   "It is deleted.",
	"revoked":   "The key is revoked.",
	"signedout": "You are signed out.",
	"changed":   "The changes are stored.",
	"replayed":  "The delivery is being sent again.",
}

// noticeOf is the notice that an address asks for.
func noticeOf(q url.Values) string {
	if n, err := strconv.ParseInt(q.Get("count"), 10, 64); err == nil && q.Get("notice") == "replays" {
		return plural(n, "delivery is", "deliveries are") + " being sent again."
	}
	return notices[q.Get("notice")]
}

// pageQuery is the query of a page without what only its notice is made of.
func pageQuery(r *http.Request) url.Values {
	q := r.URL.Query()
	q.Del("notice")
	q.Del("count")
	return q
}

// refusal is what is wrong with what a form asked for, to be shown beside the form; nil
// where err is none of its faults.
func refusal(err error) *client.Error {
	var known *client.Error
	if errors.As(err, &known) && known.Status < http.StatusInternalServerError {
		return known
	}
	return nil
}

// errNotSignedIn leads to the page for signing in.
var errNotSignedIn = errors.New("server: nobody is signed in")

// writeErrorPage answers with what went wrong, for people.
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

// prefersJSON reports whether a program asks for a page: errors have the form that programs know.
func prefersJSON(r *http.Request) bool {
	accept := list(r.Header, "Accept")
	return slices.ContainsFunc(accept, func(a string) bool { return strings.HasPrefix(a, "application/json") }) &&
		!slices.ContainsFunc(accept, func(a string) bool { return strings.HasPrefix(a, "text/html") })
}

// askToSignIn leads to the page for it, be it a browser that asks or the script of a page.
func (s *pages) askToSignIn(c *call) {
	const login = dashboardRoot + "/login"
	if c.r.Header.Get(seenHeader) == "" {
		http.Redirect(c.w, c.r, login, http.StatusSeeOther)
		return
	}
	c.w.Header().Set("HX-Redirect", login)
	c.w.WriteHeader(http.StatusUnauthorized)
}
