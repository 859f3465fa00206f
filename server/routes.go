package server

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/client"
)

// endpoints returns all operations of the interface, and what each needs.
func (s *Server) endpoints() []endpoint {
	return []endpoint{
		{method: "POST", path: "/v1/convert/pdf-to-html", scope: client.ScopeConversionsWrite, idempotent: true, submits: true, handle: s.submissions.convert},

		{method: "GET", path: "/v1/conversions", scope: client.ScopeConversionsRead, handle: s.results.listConversions},
		{method: "GET", path: "/v1/conversions/{id}", scope: client.ScopeConversionsRead, handle: s.results.getConversion},
		{method: "DELETE", path: "/v1/conversions/{id}", scope: client.ScopeConversionsWrite, handle: s.results.deleteConversion},
		{method: "POST", path: "/v1/conversions/{id}/cancel", scope: client.ScopeConversionsWrite, idempotent: true, handle: s.results.cancelConversion},
		{method: "GET", path: "/v1/conversions/{id}/download", scope: client.ScopeConversionsRead, signed: true, handle: s.results.download},
		{method: "GET", path: "/v1/conversions/{id}/corrections", scope: client.ScopeConversionsRead, yaml: true, handle: s.results.getCorrections},
		{method: "PUT", path: "/v1/conversions/{id}/corrections", scope: client.ScopeConversionsWrite, idempotent: true, submits: true, handle: s.submissions.correct},
		{method: "GET", path: "/v1/conversions/{id}/assets/{name}", scope: client.ScopeConversionsRead, signed: true, handle: s.results.asset},

		{method: "POST", path: "/v1/batches", scope: client.ScopeConversionsWrite, idempotent: true, submits: true, handle: s.submissions.createBatch},
		{method: "GET", path: "/v1/batches", scope: client.ScopeConversionsRead, handle: s.results.listBatches},
		{method: "GET", path: "/v1/batches/{id}", scope: client.ScopeConversionsRead, handle: s.results.getBatch},
		{method: "GET", path: "/v1/batches/{id}/conversions", scope: client.ScopeConversionsRead, handle: s.results.listMembers},
		{method: "POST", path: "/v1/batches/{id}/cancel", scope: client.ScopeConversionsWrite, idempotent: true, handle: s.results.cancelBatch},
		{method: "GET", path: "/v1/batches/{id}/download", scope: client.ScopeConversionsRead, signed: true, handle: s.results.downloadBatch},

		{method: "GET", path: "/v1/webhooks", scope: client.ScopeWebhooksRead, handle: s.delivery.listWebhooks},
		{method: "POST", path: "/v1/webhooks", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.delivery.createWebhook},
		{method: "GET", path: "/v1/webhooks/{id}", scope: client.ScopeWebhooksRead, handle: s.delivery.getWebhook},
		{method: "PATCH", path: "/v1/webhooks/{id}", scope: client.ScopeWebhooksWrite, handle: s.delivery.updateWebhook},
		{method: "DELETE", path: "/v1/webhooks/{id}", scope: client.ScopeWebhooksWrite, handle: s.delivery.deleteWebhook},
		{method: "POST", path: "/v1/webhooks/{id}/rotate-secret", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.delivery.rotateWebhookSecret},
		{method: "POST", path: "/v1/webhooks/{id}/test", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.delivery.testWebhook},
		{method: "POST", path: "/v1/webhooks/{id}/replay", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.delivery.replayWebhook},
		{method: "POST", path: "/v1/webhook-secret/rotate", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.delivery.rotateAccountSecret},

		{method: "GET", path: "/v1/deliveries", scope: client.ScopeWebhooksRead, handle: s.delivery.listDeliveries},
		{method: "GET", path: "/v1/deliveries/{id}", scope: client.ScopeWebhooksRead, handle: s.delivery.getDelivery},
		{method: "POST", path: "/v1/deliveries/{id}/replay", scope: client.ScopeWebhooksWrite, idempotent: true, handle: s.delivery.replayDelivery},

		{method: "GET", path: "/v1/usage", scope: client.ScopeUsageRead, handle: s.accounts.usage},
		{method: "GET", path: "/v1/usage/daily", scope: client.ScopeUsageRead, handle: s.accounts.dailyUsage},

		{method: "GET", path: "/v1/api-keys", scope: client.ScopeKeysWrite, handle: s.accounts.listKeys},
		{method: "POST", path: "/v1/api-keys", scope: client.ScopeKeysWrite, idempotent: true, handle: s.accounts.createKey},
		{method: "DELETE", path: "/v1/api-keys/{id}", scope: client.ScopeKeysWrite, handle: s.accounts.revokeKey},
		{method: "POST", path: "/v1/api-keys/{id}/rotate", scope: client.ScopeKeysWrite, idempotent: true, handle: s.accounts.rotateKey},

		{method: "GET", path: "/v1/admin/accounts", scope: client.ScopeAdmin, handle: s.accounts.listAccounts},
		{method: "POST", path: "/v1/admin/accounts", scope: client.ScopeAdmin, idempotent: true, handle: s.accounts.createAccount},
		{method: "GET", path: "/v1/admin/accounts/{id}", scope: client.ScopeAdmin, handle: s.accounts.getAccount},
		{method: "PATCH", path: "/v1/admin/accounts/{id}", scope: client.ScopeAdmin, handle: s.accounts.updateAccount},
		{method: "GET", path: "/v1/admin/accounts/{id}/usage", scope: client.ScopeAdmin, handle: s.accounts.accountUsage},
		{method: "GET", path: "/v1/admin/audit", scope: client.ScopeAdmin, handle: s.accounts.listAudit},

		{method: "GET", path: "/healthz", handle: s.probes.healthz},
		{method: "GET", path: "/readyz", handle: s.probes.readyz},
		{method: "GET", path: "/v1/openapi.json", handle: serve(s.docs.openapi)},
		{method: "GET", path: "/docs", handle: serve(s.docs.page)},
		{method: "GET", path: "/docs/errors", handle: serve(s.docs.errors)},
		{method: "GET", path: "/docs/style.css", handle: serve(s.docs.css)},
	}
}

// serve returns an operation that calls a handler.
func serve(h http.Handler) func(*call) error {
	return func(c *call) error {
		h.ServeHTTP(c.w, c.r)
		return nil
	}
}

// mux routes requests. It answers every path and every method, so that an unknown path and a wrong method have the
// form of all errors.
func (s *Server) mux() http.Handler {
	all := s.endpoints()
	if s.config.MetricsToken != "" {
		all = append(all, endpoint{method: "GET", path: "/metrics", handle: s.probes.scrape})
	}
	all = append(all, // where programs look first; the interface has one of these paths
		endpoint{method: "GET", path: "/openapi.json", handle: serve(s.docs.openapi)},
		endpoint{method: "GET", path: "/openapi.yaml", handle: serve(s.docs.yaml)},
		endpoint{method: "GET", path: "/docs/{$}", handle: serve(s.docs.page)}) // for a program that serves only /docs/ of the service
	for path, page := range s.docs.site {
		all = append(all, endpoint{method: "GET", path: path, handle: serve(page)})
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
		mux.Handle(path, s.methodsAt(path, methods))
	}
	pages := s.pages.dashboardMux()
	mux.Handle(dashboardRoot, pages)
	mux.Handle(dashboardRoot+"/", pages)
	if s.config.Playground {
		playground := s.playground.playgroundMux()
		mux.Handle("/{$}", playground)
		mux.Handle("/playground", playground)
		mux.Handle(playgroundRoot, playground)
	}
	mux.Handle("/", s.router.wrap("none", func(c *call) error {
		return failure(client.NotFound, "there is nothing at this address")
	}))
	return s.router.redirectUnclean(mux)
}

// methodsAt serves the operations at one path. It answers OPTIONS with the list of methods (RFC 9110, section
// 9.3.7). It permits no page of another origin.
func (s *Server) methodsAt(path string, methods map[string]endpoint) http.Handler {
	allow := strings.Join(slices.Sorted(maps.Keys(methods)), ", ") + ", " + http.MethodOptions
	return s.router.wrap(path, func(c *call) error {
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
			if err := s.auth.authenticate(c, e); err != nil {
				return err
			}
		}
		if !acceptsJSON(c.r, e) {
			return failure(client.NotAcceptable, "the service answers with application/json")
		}
		if e.idempotent && c.r.Header.Get(idempotencyHeader) != "" {
			return s.repeats.answerOnce(c, func(c *call) error { return s.run(c, e) })
		}
		return s.run(c, e)
	})
}

// run runs an operation, unless it is known already that the operation cannot succeed.
func (s *Server) run(c *call, e endpoint) error {
	if e.submits {
		if err := s.auth.checkRoom(c); err != nil {
			return err
		}
	}
	return e.handle(c)
}

// acceptsJSON reports whether the request accepts the answer of the operation. Everybody gets files and pages. A
// header that cannot be parsed refuses nothing.
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
		if e.yaml && isYAML(name) {
			return true
		}
	}
	return false
}
