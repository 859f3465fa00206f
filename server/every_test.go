package server_test

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
)

// operation is an operation of the OpenAPI document, with a request for it.
type operation struct {
	id      string
	request request
	scope   client.Scope // empty: needs no key
}

// operations returns all operations of the document, on resources that do not exist.
func operations(t *testing.T) (all []operation) {
	t.Helper()
	scopes := map[string]client.Scope{
		"convertPDFToHTML": client.ScopeConversionsWrite, "deleteConversion": client.ScopeConversionsWrite, "cancelConversion": client.ScopeConversionsWrite,
		"listConversions": client.ScopeConversionsRead, "getConversion": client.ScopeConversionsRead, "downloadConversion": client.ScopeConversionsRead,
		"getCorrections": client.ScopeConversionsRead, "correctConversion": client.ScopeConversionsWrite,
		"statDownload": client.ScopeConversionsRead, "getAsset": client.ScopeConversionsRead,
		"getUsage": client.ScopeUsageRead, "getDailyUsage": client.ScopeUsageRead,
		"listAPIKeys": client.ScopeKeysWrite, "createAPIKey": client.ScopeKeysWrite, "revokeAPIKey": client.ScopeKeysWrite, "rotateAPIKey": client.ScopeKeysWrite,
		"createBatch": client.ScopeConversionsWrite, "cancelBatch": client.ScopeConversionsWrite, "listBatches": client.ScopeConversionsRead,
		"getBatch": client.ScopeConversionsRead, "listBatchConversions": client.ScopeConversionsRead,
		"downloadBatch": client.ScopeConversionsRead, "statBatchDownload": client.ScopeConversionsRead,
		"createWebhook": client.ScopeWebhooksWrite, "updateWebhook": client.ScopeWebhooksWrite, "deleteWebhook": client.ScopeWebhooksWrite,
		"rotateWebhookSecret": client.ScopeWebhooksWrite, "rotateAccountSecret": client.ScopeWebhooksWrite, "testWebhook": client.ScopeWebhooksWrite,
		"replayWebhook": client.ScopeWebhooksWrite, "replayDelivery": client.ScopeWebhooksWrite,
		"listWebhooks": client.ScopeWebhooksRead, "getWebhook": client.ScopeWebhooksRead,
		"listDeliveries": client.ScopeWebhooksRead, "getDelivery": client.ScopeWebhooksRead,
		"listAccounts": client.ScopeAdmin, "createAccount": client.ScopeAdmin, "getAccount": client.ScopeAdmin, "updateAccount": client.ScopeAdmin,
		"getAccountUsage": client.ScopeAdmin, "listAudit": client.ScopeAdmin,
		"health": "", "ready": "", "openapi": "",
	}
	for path, item := range theContract.doc.Paths.Map() {
		for method, op := range item.Operations() {
			scope, known := scopes[op.OperationID]
			require.True(t, known, "the operation %s is new: say what scope it needs", op.OperationID)
			path := strings.NewReplacer("{conversion_id}", "conv_none", "{batch_id}", "batch_none", "{key_id}", "none", "{webhook_id}", "whk_none", "{delivery_id}", "dlv_none", "{account_id}", "acct_none", "{name}", "p1-1.png").Replace(path)
			all = append(all, operation{op.OperationID, request{method: method, path: path}, scope})
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.id, b.id) })
	return all
}

// documents reports whether the document lists a status for an operation.
func documents(id string, status string) bool {
	for _, item := range theContract.doc.Paths.Map() {
		for _, op := range item.Operations() {
			if op.OperationID == id {
				return op.Responses.Value(status) != nil
			}
		}
	}
	return false
}

// TestEveryOperationRefuses calls each operation of the document in each way that all of them must refuse.
func TestEveryOperationRefuses(t *testing.T) {
	t.Parallel()
	s := newService(t, stopped)
	with := func(r request, header ...string) request {
		r.header = map[string]string{}
		for i := 0; i < len(header); i += 2 {
			r.header[header[i]] = header[i+1]
		}
		return r
	}
	limited := s.issue("enterprise", "limited")
	one := int64(1)
	s.change("limited", func(a *store.Account) { a.Overrides.RequestsPerMinute = &one })
	s.do(request{method: "GET", path: "/v1/usage", header: map[string]string{"Authorization": "Bearer " + limited}})
	other := map[client.Scope]string{}
	for _, op := range operations(t) {
		if op.scope == "" {
			continue
		}
		if other[op.scope] == "" {
			other[op.scope] = s.issue("enterprise", "scoped", without(op.scope)...)
		}
		for name, c := range map[string]struct {
			request request
			code    client.Code
		}{
			"without a key":      {with(op.request, "Authorization", ""), client.MissingAPIKey},
			"without its scope":  {with(op.request, "Authorization", "Bearer "+other[op.scope]), client.InsufficientScope},
			"too often":          {with(op.request, "Authorization", "Bearer "+limited), client.RateLimitExceeded},
			"with another key":   {with(op.request, "Authorization", "Bearer nonsense"), client.InvalidAPIKey},
			"with another login": {with(op.request, "Authorization", "Basic YTpi"), client.MissingAPIKey},
		} {
			a := s.do(c.request)
			if op.request.method == http.MethodHead {
				require.Equal(t, server.Statuses[c.code], a.StatusCode, "%s %s", op.id, name)
				continue
			}
			details := a.failed(c.code)
			switch c.code {
			case client.InsufficientScope:
				require.Equal(t, string(op.scope), details["required"], op.id)
			case client.RateLimitExceeded:
				require.NotEmpty(t, a.Header.Get("Retry-After"))
				require.Equal(t, true, details["retryable"])
				require.Contains(t, details, "resets_at")
				require.Equal(t, "0", a.Header.Get("X-RateLimit-Remaining"))
			}
		}
		if documents(op.id, "404") {
			a := s.do(op.request)
			require.Equal(t, http.StatusNotFound, a.StatusCode, op.id)
		}
		if documents(op.id, "406") {
			s.do(with(op.request, "Accept", "text/html")).failed(client.NotAcceptable)
		}
		if op.request.method == http.MethodGet && documents(op.id, "400") {
			s.get(op.request.path + "?nonsense=1").failed(client.InvalidParameter)
		}
		if documents(op.id, "415") { // it accepts a JSON body
			s.body(op, `{}`, "text/plain").failed(client.UnsupportedMediaType)
		}
		if documents(op.id, "415") && op.id != "correctConversion" { // correctConversion has no parameters: see TestWhatIsRefusedOfCorrections
			s.body(op, `{"nonsense":1}`, "application/json").failed(client.InvalidParameter)
			s.body(op, `{"a":"`+strings.Repeat("a", 1<<20)+`"}`, "application/json").failed(client.RequestTooLarge)
		}
	}
}

// body sends a body to an operation.
func (s *service) body(op operation, body, mediaType string) reply {
	r := op.request
	r.header, r.body = map[string]string{"Content-Type": mediaType}, strings.NewReader(body)
	return s.do(r)
}

// TestEveryRepeatedRequest repeats Idempotency-Keys on each operation that honours them: the key of a request that
// is still being answered, and the key of a request that asked for something else.
func TestEveryRepeatedRequest(t *testing.T) {
	t.Parallel()
	s := newService(t)
	hook, err := s.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: "https://example.org/hook"})
	require.NoError(t, err)
	bodies := map[string]string{ // bodies that are accepted; other operations accept {}
		"convertPDFToHTML": `{"url":"https://example.org/a.pdf"}`, "createBatch": `{"inputs":[{"url":"https://example.org/a.pdf"}]}`,
		"createWebhook": `{"url":"https://example.org/hook"}`, "createAPIKey": `{"name":"a","environment":"dev","scopes":["usage:read"]}`,
		"createAccount": `{"name":"another","plan":"free"}`,
	}
	shown := 0
	for _, op := range operations(t) {
		if op.request.method != http.MethodPost {
			continue
		}
		shown++
		path := strings.Replace(op.request.path, "whk_none", hook.ID, 1)
		earlier := func(key string, answered bool) {
			require.NoError(t, s.DB().Update(t.Context(), func(tx store.Tx) error {
				a, err := store.GetAccountByName(t.Context(), tx, "main")
				if err != nil {
					return err
				}
				record := &store.Idempotency{Account: a.ID, Method: "POST", Path: path, Key: key, RequestID: "another", Fingerprint: "another"}
				if _, err := store.BeginIdempotent(t.Context(), tx, record, time.Minute); err != nil || !answered {
					return err
				}
				record.Status, record.Body = http.StatusOK, "{}"
				return store.AnswerIdempotent(t.Context(), tx, record)
			}))
		}
		body := cmp.Or(bodies[op.id], "{}")
		earlier("running", false)
		a := s.postJSON(path, body, "Idempotency-Key", "running")
		require.Equal(t, true, a.failed(client.IdempotencyInProgress)["retryable"], op.id)
		require.NotEmpty(t, a.Header.Get("Retry-After"), op.id)
		if !documents(op.id, "422") { // all requests of this operation ask for the same
			continue
		}
		earlier("answered", true)
		s.postJSON(path, body, "Idempotency-Key", "answered").failed(client.IdempotencyKeyReused)
	}
	require.Greater(t, shown, 10)
}

// TestEveryOperationWithoutItsDatabase calls the operations when the database is gone.
func TestEveryOperationWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	s := newService(t)
	require.NoError(t, s.Shutdown(context.WithoutCancel(t.Context())))
	for _, op := range operations(t) {
		a := s.do(op.request)
		switch {
		case op.id == "health" || op.id == "openapi":
			require.Equal(t, http.StatusOK, a.StatusCode, op.id)
		case op.id == "ready" || op.request.method == http.MethodHead:
			require.Equal(t, http.StatusServiceUnavailable, a.StatusCode, op.id)
		default:
			details := a.failed(client.ServiceUnavailable)
			require.Equal(t, "database", details["reason"], op.id)
			require.NotEmpty(t, a.Header.Get("Retry-After"))
		}
	}
}

// TestAddressesThatThereAreNot checks that unknown addresses are answered in the form of all errors.
func TestAddressesThatThereAreNot(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, path := range []string{"/v1/nothing", "/v1/", "/v1/conversions/a/b/c", "/v2/convert", "/v1/api-keys/x/y"} {
		s.get(path).failed(client.NotFound)
	}
	a := s.do(request{method: "PUT", path: "/v1/conversions"})
	a.failed(client.MethodNotAllowed)
	require.Equal(t, "GET, HEAD, OPTIONS", a.Header.Get("Allow"))
	s.do(request{"GET", "/v1/usage", map[string]string{"X-Large": strings.Repeat("a", 17<<10)}, nil}).failed(client.HeadersTooLarge)
	for _, id := range []string{"..%2f..", "%00", "a%20b", strings.Repeat("a", 4000), "conv_'OR'1'='1"} {
		s.get("/v1/conversions/" + id).failed(client.ConversionNotFound)
	}
}

// TestMethods checks that every address names its methods, and that it has HEAD if it has GET.
func TestMethods(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *server.Config) { c.MetricsToken, c.Playground = "watch", true })
	for path, methods := range map[string]string{
		"/v1/convert/pdf-to-html": "POST, OPTIONS", "/v1/conversions/conv_none": "DELETE, GET, HEAD, OPTIONS", "/v1/webhooks": "GET, HEAD, POST, OPTIONS",
		"/healthz": "GET, HEAD, OPTIONS", "/metrics": "GET, HEAD, OPTIONS", "/docs": "GET, HEAD, OPTIONS",
		"/dashboard/login": "GET, HEAD, POST", "/dashboard/logout": "POST", "/dashboard/assets/htmx.js": "GET, HEAD",
		"/": "GET, HEAD", "/playground": "POST", "/playground/conv_none/state": "GET, HEAD",
	} {
		a := s.do(request{"PUT", path, map[string]string{"Authorization": ""}, nil})
		require.Equal(t, http.StatusMethodNotAllowed, a.StatusCode, path)
		require.Equal(t, methods, a.Header.Get("Allow"), path)
		if strings.HasSuffix(methods, "OPTIONS") {
			a = s.do(request{"OPTIONS", path, map[string]string{"Authorization": "", "Origin": "https://elsewhere.example"}, nil})
			require.Equal(t, http.StatusNoContent, a.StatusCode, path)
			require.Equal(t, methods, a.Header.Get("Allow"), path)
			require.Empty(t, a.Header.Get("Access-Control-Allow-Origin"), path)
			require.Empty(t, a.body, path)
		}
	}
	for _, path := range []string{"/v1/usage", "/v1/conversions", "/healthz", "/docs", "/", "/dashboard/login"} {
		a := s.do(request{method: "HEAD", path: path})
		require.Equal(t, http.StatusOK, a.StatusCode, path)
		require.Empty(t, a.body, path)
	}
	require.Equal(t, http.StatusNotFound, s.do(request{method: "PUT", path: "/dashboard/nothing"}).StatusCode)
}

// TestUncleanAddresses checks that unclean addresses redirect to clean ones, in an answer like all others.
func TestUncleanAddresses(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for given, clean := range map[string]string{
		"//v1/usage": "/v1/usage", "/v1/./usage?a=b": "/v1/usage?a=b", "/v1/x/../usage": "/v1/usage", "//evil.example/..": "/", "/v1//conversions/?limit=1": "/v1/conversions/?limit=1",
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+given, nil)
		require.NoError(t, err)
		resp, err := http.DefaultTransport.RoundTrip(req) // follows no redirect
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Regexp(t, isRequestID, resp.Header.Get("X-Request-Id"), given)
		require.Equal(t, http.StatusTemporaryRedirect, resp.StatusCode, given)
		require.Equal(t, clean, resp.Header.Get("Location"), given)
	}
}

// TestKeys creates, lists, rotates and revokes keys.
func TestKeys(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		var skew atomic.Int64 // atomic, because background work of the service reads the clock too
		s := newService(t, on(address), func(c *server.Config) {
			c.Clock = func() time.Time { return time.Now().Add(time.Duration(skew.Load())) }
		})
		ctx := t.Context()
		made, err := s.client.Keys.Create(ctx, client.APIKeyRequest{Name: "website", Environment: "prd", Scopes: []client.Scope{client.ScopeUsageRead}})
		require.NoError(t, err)
		theLog.secret(made.Key)
		require.Equal(t, "pl_prd_"+made.ID, made.Prefix)
		with := func(key string) reply {
			return s.do(request{method: "GET", path: "/v1/usage", header: map[string]string{"Authorization": "Bearer " + key}})
		}
		require.Equal(t, http.StatusOK, with(made.Key).StatusCode)

		a := s.postJSON("/v1/api-keys/"+made.ID+"/rotate", `{"grace_seconds": 600}`)
		require.Equal(t, http.StatusCreated, a.StatusCode, a.body)
		s.postJSON("/v1/api-keys/"+made.ID+"/rotate", `{}`).failed(client.RotationInProgress)
		require.Equal(t, http.StatusOK, with(made.Key).StatusCode, "the old key is valid in its grace")
		skew.Store(int64(11 * time.Minute))
		with(made.Key).failed(client.ExpiredAPIKey)

		third, err := s.client.Keys.Create(ctx, client.APIKeyRequest{Name: "ä", Environment: "stg", Scopes: []client.Scope{client.ScopeUsageRead}})
		require.NoError(t, err)
		require.Equal(t, http.StatusNoContent, s.do(request{method: "DELETE", path: "/v1/api-keys/" + third.ID}).StatusCode)
		with(third.Key).failed(client.RevokedAPIKey)
		list := s.get("/v1/api-keys")
		require.Equal(t, http.StatusOK, list.StatusCode)
		require.NotContains(t, list.body, `"key":`)
		require.Contains(t, list.body, third.ID)

		for name, body := range map[string]string{
			"no name": `{"environment":"dev","scopes":["usage:read"]}`, "no scopes": `{"name":"a","environment":"dev"}`,
			"an environment": `{"name":"a","environment":"moon","scopes":["usage:read"]}`,
			"a scope":        `{"name":"a","environment":"dev","scopes":["all"]}`,
			"a member":       `{"name":"a","environment":"dev","scopes":["usage:read"],"plan":"enterprise"}`,
			"a type":         `{"name":7,"environment":"dev","scopes":["usage:read"]}`,
		} {
			require.Contains(t, s.postJSON("/v1/api-keys", body).failed(client.InvalidParameter), "parameter", name)
		}
		s.postJSON("/v1/api-keys", `[`).failed(client.InvalidRequest)
		s.postJSON("/v1/api-keys", `{}`, "Content-Type", "text/plain").failed(client.UnsupportedMediaType)
		s.postJSON("/v1/api-keys", `{"name":"`+strings.Repeat("a", 1<<20)+`"}`).failed(client.RequestTooLarge)
		rotate := "/v1/api-keys/" + third.ID + "/rotate"
		s.postJSON(rotate, `{"grace_seconds": -1}`).failed(client.InvalidParameter)
		s.postJSON(rotate, `{}`, "Content-Type", "text/plain").failed(client.UnsupportedMediaType)
		s.postJSON(rotate, `{"a":"`+strings.Repeat("a", 1<<20)+`"}`).failed(client.RequestTooLarge)
		s.get("/v1/api-keys?limit=x").failed(client.InvalidParameter)
		s.get("/v1/api-keys?cursor=x").failed(client.InvalidCursor)
		var ids []string
		for k, err := range s.client.Keys.All(ctx, client.Paging{Limit: 1}) {
			require.NoError(t, err)
			ids = append(ids, k.ID)
		}
		require.Len(t, ids, 4, "the first key, the two created here, and the successor of the second")
		require.Equal(t, third.ID, ids[0])

		lesser := s.issue("enterprise", "main", client.ScopeKeysWrite)
		s.postJSON("/v1/api-keys", `{"name":"a","environment":"dev","scopes":["usage:read"]}`, "Authorization", "Bearer "+lesser).failed(client.InsufficientScope)

		body := `{"name":"once","environment":"dev","scopes":["usage:read"]}`
		first := s.postJSON("/v1/api-keys", body, "Idempotency-Key", "k1")
		require.Equal(t, http.StatusCreated, first.StatusCode)
		again := s.postJSON("/v1/api-keys", body, "Idempotency-Key", "k1")
		require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
		require.NotContains(t, again.body, `"key":`, "no secret is stored")
		s.postJSON("/v1/api-keys", `{"name":"x","environment":"dev","scopes":["usage:read"]}`, "Idempotency-Key", "k1").failed(client.IdempotencyKeyReused)
		s.postJSON("/v1/api-keys/"+made.ID+"/rotate", `{"grace_seconds": 1}`, "Idempotency-Key", "k2").failed(client.RotationInProgress)
		s.postJSON("/v1/api-keys/"+made.ID+"/rotate", `{"grace_seconds": 2}`, "Idempotency-Key", "k2").failed(client.IdempotencyKeyReused)
	})
}
