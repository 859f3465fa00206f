package server

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/client"
)

// endpoint is one operation of the interface.
type endpoint struct {
	method, path string
	// scope is what the key must have. Empty: the operation needs no key.
	scope client.Scope
	// signed lets the signature of an address stand in for a key.
	signed bool
	// idempotent honours the header Idempotency-Key.
	idempotent bool
	// submits says that it makes conversions.
	submits bool
	handle  func(*call) error
}

// endpoints is the interface: all operations, and what each needs.
func (s *Server) endpoints() []endpoint {
	return []endpoint{
		{method: "POST", path: "/v1/convert/pdf-to-html", scope: client.ScopeConversionsWrite, idempotent: true, submits: true, handle: s.convert},

		{method: "GET", path: "/v1/conversions", scope: client.ScopeConversionsRead, handle: s.listConversions},
		{method: "GET", path: "/v1/conversions/{id}", scope: client.ScopeConversionsRead, handle: s.getConversion},
		{method: "DELETE", path: "/v1/conversions/{id}", scope: client.ScopeConversionsWrite, handle: s.deleteConversion},
		{method: "POST", path: "/v1/conversions/{id}/cancel", scope: client.ScopeConversionsWrite, idempotent: true, handle: s.cancelConversion},
		{method: "GET", path: "/v1/conversions/{id}/download", scope: client.ScopeConversionsRead, signed: true, handle: s.download},
		{method: "GET", path: "/v1/conversions/{id}/assets/{name}", scope: client.ScopeConversionsRead, signed: true, handle: s.asset},

		{method: "POST", path: "/v1/batches", scope: client.ScopeConversionsWrite, idempotent: true, submits: true, handle: s.createBatch},
		{method: "GET", path: "/v1/batches", scope: client.ScopeConversionsRead, handle: s.listBatches},
		{method: "GET", path: "/v1/batches/{id}", scope: client.ScopeConversionsRead, handle: s.getBatch},
		{method: "GET", path: "/v1/batches/{id}/conversions", scope: client.ScopeConversionsRead, handle: s.listMembers},
		{method: "POST", path: "/v1/batches/{id}/cancel", scope: client.ScopeConversionsWrite, idempotent: true, handle: s.cancelBatch},
		{method: "GET", path: "/v1/batches/{id}/download", scope: client.ScopeConversionsRead, signed: true, handle: s.downloadBatch},

		{method: "GET", path: "/v1/webhooks", scope: client.ScopeWebhooksRead, handle: s.listWebhooks},
		{method: "POST", path: "/v1/webhooks", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.createWebhook},
		{method: "GET", path: "/v1/webhooks/{id}", scope: client.ScopeWebhooksRead, handle: s.getWebhook},
		{method: "PATCH", path: "/v1/webhooks/{id}", scope: client.ScopeWebhooksWrite, handle: s.updateWebhook},
		{method: "DELETE", path: "/v1/webhooks/{id}", scope: client.ScopeWebhooksWrite, handle: s.deleteWebhook},
		{method: "POST", path: "/v1/webhooks/{id}/rotate-secret", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.rotateWebhookSecret},
		{method: "POST", path: "/v1/webhooks/{id}/test", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.testWebhook},
		{method: "POST", path: "/v1/webhooks/{id}/replay", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.replayWebhook},
		{method: "POST", path: "/v1/webhook-secret/rotate", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.rotateAccountSecret},

		{method: "GET", path: "/v1/deliveries", scope: client.ScopeWebhooksRead, handle: s.listDeliveries},
		{method: "GET", path: "/v1/deliveries/{id}", scope: client.ScopeWebhooksRead, handle: s.getDelivery},
		{method: "POST", path: "/v1/deliveries/{id}/replay", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.replayDelivery},

		{method: "GET", path: "/v1/usage", scope: client.ScopeUsageRead, handle: s.usage},
		{method: "GET", path: "/v1/usage/daily", scope: client.ScopeUsageRead, handle: s.dailyUsage},

		{method: "GET", path: "/v1/api-keys", scope: client.ScopeKeysWrite, handle: s.listKeys},
		{method: "POST", path: "/v1/api-keys", scope: client.ScopeKeysWrite, idempotent: true, handle: s.createKey},
		{method: "DELETE", path: "/v1/api-keys/{id}", scope: client.ScopeKeysWrite, handle: s.revokeKey},
		{method: "POST", path: "/v1/api-keys/{id}/rotate", scope: client.ScopeKeysWrite, idempotent: true, handle: s.rotateKey},

		{method: "GET", path: "/v1/admin/accounts", scope: client.ScopeAdmin, handle: s.listAccounts},
		{method: "POST", path: "/v1/admin/accounts", scope: client.ScopeAdmin, idempotent: true, handle: s.createAccount},
		{method: "GET", path: "/v1/admin/accounts/{id}", scope: client.ScopeAdmin, handle: s.getAccount},
		{method: "PATCH", path: "/v1/admin/accounts/{id}", scope: client.ScopeAdmin, handle: s.updateAccount},
		{method: "GET", path: "/v1/admin/accounts/{id}/usage", scope: client.ScopeAdmin, handle: s.accountUsage},
		{method: "GET", path: "/v1/admin/audit", scope: client.ScopeAdmin, handle: s.listAudit},

		{method: "GET", path: "/healthz", handle: s.healthz},
		{method: "GET", path: "/readyz", handle: s.readyz},
		{method: "GET", path: "/v1/openapi.json", handle: serve(s.docs.openapi)},
		{method: "GET", path: "/docs", handle: serve(s.docs.page)},
		{method: "GET", path: "/docs/errors", handle: serve(s.docs.errors)},
		{method: "GET", path: "/docs/style.css", handle: serve(s.docs.css)},
	}
}

// serve makes an operation of a handler.
func serve(h http.Handler) func(*call) error {
	return func(c *call) error {
		h.ServeHTTP(c.w, c.r)
		return nil
	}
}

// mux routes requests. Every path answers every method, so that a wrong one is told in the
// form of all errors, as is a path that there is not.
func (s *Server) mux() http.Handler {
	all := s.endpoints()
	if s.config.MetricsToken != "" {
		all = append(all, endpoint{method: "GET", path: "/metrics", handle: s.scrape})
	}
	byPath := map[string]map[string]endpoint{}
	for _, e := range all {
		if byPath[e.path] == nil {
			byPath[e.path] = map[string]endpoint{}
		}
		byPath[e.path][e.method] = e
		if e.method == http.MethodGet {
			byPath[e.path][http.MethodHead] = e // net/http drops the body
		}
	}
	mux := http.NewServeMux()
	for path, methods := range byPath {
		mux.Handle(path, s.oneOf(path, methods))
	}
	pages := s.dashboardMux()
	mux.Handle(dashboardRoot, pages)
	mux.Handle(dashboardRoot+"/", pages)
	if s.config.Playground {
		playground := s.playgroundMux()
		mux.Handle("/{$}", playground)
		mux.Handle("/playground", playground)
		mux.Handle(playgroundRoot, playground)
	}
	mux.Handle("/", s.wrap("none", func(c *call) error {
		return failure(client.NotFound, "there is nothing at this address")
	}))
	return s.cleaned(mux)
}

// cleaned leads from addresses with empty elements or dots to those without, as mux itself
// does, but with all that every answer has.
func (s *Server) cleaned(mux http.Handler) http.Handler {
	redirect := s.wrap("none", func(c *call) error {
		target := url.URL{Path: cleanPath(c.r.URL.Path), RawQuery: c.r.URL.RawQuery}
		http.Redirect(c.w, c.r, target.String(), http.StatusTemporaryRedirect)
		return nil
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.EscapedPath(); p != cleanPath(p) {
			redirect.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// cleanPath is p without empty elements and dots.
func cleanPath(p string) string {
	clean := path.Clean("/" + p)
	if strings.HasSuffix(p, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

// oneOf serves the operations at one path. OPTIONS is answered with what there is (RFC 9110,
// section 9.3.7); no page of another origin is let in.
func (s *Server) oneOf(path string, methods map[string]endpoint) http.Handler {
	allow := strings.Join(slices.Sorted(maps.Keys(methods)), ", ") + ", " + http.MethodOptions
	return s.wrap(path, func(c *call) error {
		e, ok := methods[c.r.Method]
		if !ok {
			c.w.Header().Set("Allow", allow)
			if c.r.Method == http.MethodOptions {
				c.w.WriteHeader(http.StatusNoContent)
				return nil
			}
			return failure(client.MethodNotAllowed, "this address does not take the method %s", c.r.Method)
		}
		if e.scope != "" {
			if err := s.authenticate(c, e); err != nil {
				return err
			}
		}
		if !acceptsJSON(c.r, e) {
			return failure(client.NotAcceptable, "the service answers with application/json")
		}
		if e.idempotent && c.r.Header.Get(idempotencyHeader) != "" {
			return s.once(c, e)
		}
		return e.run(c)
	})
}

// noPage answers for addresses that mux has no page at, or none for the method.
func noPage(mux *http.ServeMux) pageHandler {
	return func(c *call) error {
		_, rest := mux.Handler(c.r)
		var allow []string
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			other := *c.r
			other.Method = method
			if _, pattern := mux.Handler(&other); pattern != rest {
				allow = append(allow, method)
			}
		}
		if allow == nil {
			return failure(client.NotFound, "there is no such page")
		}
		c.w.Header().Set("Allow", strings.Join(allow, ", "))
		return failure(client.MethodNotAllowed, "this page does not take the method %s", c.r.Method)
	}
}

// run runs an operation, unless it is known already that it cannot succeed.
func (e endpoint) run(c *call) error {
	if e.submits {
		if err := c.checkRoom(); err != nil {
			return err
		}
	}
	return e.handle(c)
}

// acceptsJSON tells whether the request takes what the operation answers. Files and pages
// are given to everybody; a header that cannot be read refuses nothing.
func acceptsJSON(r *http.Request, e endpoint) bool {
	accept := r.Header.Get("Accept")
	if accept == "" || e.signed || e.scope == "" {
		return true
	}
	for part := range strings.SplitSeq(accept, ",") {
		name, _, _ := strings.Cut(part, ";")
		switch strings.TrimSpace(name) {
		case "*/*", "application/*", "application/json", "":
			return true
		}
	}
	return false
}

// wrap is what every request goes through: a name, a net for panics, the log and the
// metrics, and one form of errors.
func (s *Server) wrap(route string, handle func(*call) error) http.Handler {
	return s.through(route, handle, func(c *call, err error) { s.writeError(c.w, c.r, err) })
}

// through is wrap with another form of errors.
func (s *Server) through(route string, handle func(*call) error, write errorWriter) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &recorder{ResponseWriter: w, start: s.clock()}
		r, rec.ended = s.tracing.request(named(rec, r), route)
		c := &call{Server: s, w: rec, r: r}
		defer s.finish(rec, r, route)
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.panicked(rec, c, p, write)
			}
		}()
		if headerSize(r) > headerBytes {
			s.fail(rec, c, failure(client.HeadersTooLarge, "the header of the request has more than %d bytes", headerBytes), write)
			return
		}
		if err := handle(c); err != nil {
			s.fail(rec, c, err, write)
		}
	})
}

// headerSize is about what the header of a request took on its way: its first line, and each
// field with its colon, space and end of line.
func headerSize(r *http.Request) int {
	return len(r.Method) + len(r.RequestURI) + len(r.Host) + fieldsSize(r.Header)
}

// fieldsSize is about what fields took on their way.
func fieldsSize(h http.Header) (n int) {
	for name, values := range h {
		for _, value := range values {
			n += len(name) + len(value) + len(": \r\n")
		}
	}
	return n
}

// fail answers with err, unless an answer has begun or the client has gone: then the
// connection is cut, so that nobody takes a part for the whole, or nothing for a success.
func (s *Server) fail(rec *recorder, c *call, err error, write errorWriter) {
	if gone := c.ctx().Err(); gone != nil && errors.Is(err, gone) {
		rec.gone = true
		panic(http.ErrAbortHandler)
	}
	if public(err).Code == client.InternalError {
		s.log.ErrorContext(c.ctx(), "request failed", "request_id", requestID(c.ctx()), "route", c.r.Pattern, "err", err)
	}
	if rec.status != 0 {
		panic(http.ErrAbortHandler)
	}
	write(c, err)
}

// errorWriter answers with an error: as JSON to programs, as a page to people.
type errorWriter func(*call, error)
