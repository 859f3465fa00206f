package server_test

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
)

// unaudited lists the operations that change no account, key or webhook.
var unaudited = map[string]bool{
	"POST /v1/convert/pdf-to-html": true, "DELETE /v1/conversions/{conversion_id}": true, "POST /v1/conversions/{conversion_id}/cancel": true,
	"PUT /v1/conversions/{conversion_id}/corrections": true, "POST /dashboard/conversions/{id}/corrections": true, "POST /dashboard/conversions/{id}/review": true,
	"POST /v1/batches": true, "POST /v1/batches/{batch_id}/cancel": true,
	"POST /v1/webhooks/{webhook_id}/test": true, "POST /v1/webhooks/{webhook_id}/replay": true, "POST /v1/deliveries/{delivery_id}/replay": true,

	"POST /dashboard/upload": true, "POST /dashboard/conversions/{id}/cancel": true, "POST /dashboard/conversions/{id}/delete": true,
	"POST /dashboard/batches": true, "POST /dashboard/batches/{id}/cancel": true,
	"POST /dashboard/webhooks/{id}/test": true, "POST /dashboard/webhooks/{id}/replay": true, "POST /dashboard/deliveries/{id}/replay": true,
}

// clientAddr is the address of the client in the tests of the log. A trusted proxy reports it.
const clientAddr = "192.0.2.17"

// auditor is a client that sends its requests from clientAddr.
type auditor struct {
	*service
	page *visitor
	seen int // entries
}

// json calls an operation of the interface, which must succeed, and returns its answer.
func (a *auditor) json(method, path, body string) (out struct{ ID, Key, Secret string }) {
	a.t.Helper()
	r := a.do(request{method, path, map[string]string{"Content-Type": "application/json", "X-Forwarded-For": "198.51.100.1, " + clientAddr}, strings.NewReader(body)})
	require.Less(a.t, r.StatusCode, 300, r.body)
	if r.body != "" {
		require.NoError(a.t, json.Unmarshal([]byte(r.body), &out), r.body)
	}
	return out
}

// form submits a form of the dashboard.
func (a *auditor) form(path string, fields ...string) reply {
	a.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Add(fields[i], fields[i+1])
	}
	r := a.page.send(http.MethodPost, path, strings.NewReader(form.Encode()), "Content-Type", "application/x-www-form-urlencoded", "X-Forwarded-For", clientAddr)
	require.Less(a.t, r.StatusCode, 300, r.body)
	return r
}

// entries returns the entries that were added since the last call, the oldest first.
func (a *auditor) entries() (added []client.AuditEntry) {
	a.t.Helper()
	var all []client.AuditEntry
	for e, err := range a.Audit(a.t.Context(), "", time.Time{}) {
		require.NoError(a.t, err)
		all = append(all, e)
	}
	for i := len(all) - a.seen - 1; i >= 0; i-- {
		added = append(added, all[i])
	}
	a.seen = len(all)
	return added
}

// changers returns all operations that do more than read.
func changers(s *service) (all []string) {
	for path, item := range theContract.doc.Paths.Map() {
		for method := range item.Operations() {
			if method != http.MethodGet && method != http.MethodHead {
				all = append(all, method+" "+path)
			}
		}
	}
	for _, r := range s.PageRoutes() {
		if r.Method != http.MethodGet {
			all = append(all, r.Method+" "+r.Path)
		}
	}
	return all
}

// TestEveryOperationThatChangesIsInTheLog calls each changing operation of the interface, of the dashboard and of
// the command line. Each leaves one entry of its change, which says who made it and from where.
func TestEveryOperationThatChangesIsInTheLog(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		s := newService(t, on(address), func(c *server.Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
		a := &auditor{service: s, page: signIn(t, s.url, s.issue("enterprise", "main", everyScope...))}
		byCLI := server.AsOperator(t.Context(), "root")
		a.entries()
		shown := map[string]bool{}
		const hook = `{"url":"https://hooks.example.org/t0ken?sig=5ecret"}`
		secrets := []string{"t0ken", "5ecret", "whsec_"}
		var key, tenant, webhook string
		for _, step := range []struct {
			operation, action string // action is empty where the operation only prepares
			run               func()
		}{
			{"POST /v1/admin/accounts", "account.created", func() {
				tenant = a.json("POST", "/v1/admin/accounts", `{"name":"Rotterdam","plan":"starter","limits":{"concurrent":3}}`).ID
			}},
			{"PATCH /v1/admin/accounts/{account_id}", "account.changed", func() {
				a.json("PATCH", "/v1/admin/accounts/"+tenant, `{"plan":"professional","limits":{"concurrent":9},"status":"disabled"}`)
			}},
			{"", "", func() { a.json("PATCH", "/v1/admin/accounts/"+tenant, `{"plan":"professional"}`) }},
			{"POST /v1/api-keys", "key.created", func() {
				k := a.json("POST", "/v1/api-keys", `{"name":"n","environment":"dev","scopes":["usage:read"]}`)
				key, secrets = k.ID, append(secrets, k.Key[len("pl_dev_0123456789_"):])
			}},
			{"POST /v1/api-keys/{key_id}/rotate", "key.rotated", func() {
				k := a.json("POST", "/v1/api-keys/"+key+"/rotate", `{}`)
				secrets = append(secrets, k.Key[len("pl_dev_0123456789_"):])
			}},
			{"DELETE /v1/api-keys/{key_id}", "key.revoked", func() { a.json("DELETE", "/v1/api-keys/"+key, "") }},
			{"", "", func() { a.json("DELETE", "/v1/api-keys/"+key, "") }},
			{"POST /v1/webhooks", "webhook.created", func() { webhook = a.json("POST", "/v1/webhooks", hook).ID }},
			{"PATCH /v1/webhooks/{webhook_id}", "webhook.changed", func() { a.json("PATCH", "/v1/webhooks/"+webhook, `{"url":"https://other.example/t0ken"}`) }},
			{"", "", func() { a.json("PATCH", "/v1/webhooks/"+webhook, `{}`) }},
			{"POST /v1/webhooks/{webhook_id}/rotate-secret", "webhook.secret_rotated", func() { a.json("POST", "/v1/webhooks/"+webhook+"/rotate-secret", `{}`) }},
			{"DELETE /v1/webhooks/{webhook_id}", "webhook.deleted", func() { a.json("DELETE", "/v1/webhooks/"+webhook, "") }},
			{"POST /v1/webhook-secret/rotate", "account.secret_rotated", func() { a.json("POST", "/v1/webhook-secret/rotate", `{}`) }},

			{"POST /dashboard/accounts", "account.created", func() {
				tenant = strings.TrimPrefix(a.form("/dashboard/accounts", "name", "Delft", "plan", "free").path(), "/dashboard/accounts/")
			}},
			{"POST /dashboard/accounts/{id}", "account.changed", func() { a.form("/dashboard/accounts/"+tenant, "plan", "starter", "concurrent", "7") }},
			{"POST /dashboard/accounts/{id}/status", "account.changed", func() { a.form("/dashboard/accounts/"+tenant+"/status", "disabled", "true") }},
			{"POST /dashboard/accounts/{id}/keys", "key.created", func() {
				secrets = append(secrets, a.form("/dashboard/accounts/"+tenant+"/keys", "name", "n", "environment", "dev", "scopes", "usage:read").shownSecret()[18:])
			}},
			{"POST /dashboard/keys", "key.created", func() {
				shown := a.form("/dashboard/keys", "name", "n", "environment", "dev", "scopes", "usage:read").shownSecret()
				key, secrets = shown[len("pl_dev_"):len("pl_dev_")+10], append(secrets, shown[18:])
			}},
			{"POST /dashboard/keys/{id}/revoke", "key.revoked", func() { a.form("/dashboard/keys/" + key + "/revoke") }},
			{"POST /dashboard/webhooks", "webhook.created", func() {
				a.form("/dashboard/webhooks", "url", "https://hooks.example.org/t0ken", "payload_format", "a", "signature_scheme", "2")
				list, err := s.client.Webhooks.List(t.Context(), client.Paging{})
				require.NoError(t, err)
				webhook = list.Data[0].ID
			}},
			{"POST /dashboard/webhooks/{id}", "webhook.changed", func() {
				a.form("/dashboard/webhooks/"+webhook, "url", "https://hooks.example.org/t0ken", "payload_format", "b", "signature_scheme", "2")
			}},
			{"POST /dashboard/webhooks/{id}/status", "webhook.changed", func() { a.form("/dashboard/webhooks/"+webhook+"/status", "status", "disabled") }},
			{"POST /dashboard/webhooks/{id}/rotate", "webhook.secret_rotated", func() { a.form("/dashboard/webhooks/" + webhook + "/rotate") }},
			{"POST /dashboard/webhooks/{id}/delete", "webhook.deleted", func() { a.form("/dashboard/webhooks/" + webhook + "/delete") }},
			{"POST /dashboard/webhooks/secret", "account.secret_rotated", func() { a.form("/dashboard/webhooks/secret", "leaked", "on") }},

			{"by hand: accounts set", "account.created", func() {
				_, err := s.ChangeAccount(byCLI, "Utrecht", server.AccountChange{Plan: "free", Limits: server.Limits{Concurrent: new(int64(3))}})
				require.NoError(t, err)
			}},
			{"by hand: accounts set of one", "account.changed", func() {
				_, err := s.ChangeAccount(byCLI, "Utrecht", server.AccountChange{Plan: "starter", Limits: server.Limits{Concurrent: new(int64(4))}})
				require.NoError(t, err)
			}},
			{"by hand: keys create", "key.created", func() {
				k, err := s.IssueKey(byCLI, server.KeyRequest{Account: "Utrecht", Plan: "free", Environment: "dev", Name: "n"})
				require.NoError(t, err)
				key, secrets = k.ID, append(secrets, k.Key[18:])
			}},
			{"by hand: keys revoke", "key.revoked", func() { require.NoError(t, s.RevokeKey(byCLI, key)) }},
		} {
			step.run()
			made := a.entries()
			if step.action == "" {
				require.Empty(t, made)
				continue
			}
			require.Len(t, made, 1, step.operation)
			e := made[0]
			require.Equal(t, step.action, e.Action, step.operation)
			require.Equal(t, strings.Split(step.action, ".")[0], e.SubjectKind)
			require.NotEmpty(t, e.SubjectID, step.operation)
			require.NotEmpty(t, e.AccountName, step.operation)
			require.WithinDuration(t, time.Now(), e.At, time.Minute)
			switch {
			case strings.Contains(step.operation, " /v1/"):
				require.Equal(t, []string{"key", s.key[7:17], clientAddr}, []string{e.ActorKind, e.ActorID, e.From}, step.operation)
			case strings.Contains(step.operation, " /dashboard/"):
				require.Equal(t, []string{"session", clientAddr}, []string{e.ActorKind, e.From}, step.operation)
				require.Len(t, e.ActorID, 10)
			default:
				require.Equal(t, []string{"cli", "root", "cli"}, []string{e.ActorKind, e.ActorID, e.From}, step.operation)
			}
			shown[step.operation] = true
		}
		for _, operation := range changers(s) {
			require.True(t, shown[operation] || unaudited[operation], "%s is new: show its entry in the log here, or say that it changes nothing of the kind", operation)
		}
		var text strings.Builder
		for e, err := range s.Audit(t.Context(), "", time.Time{}) {
			require.NoError(t, err)
			require.NoError(t, json.NewEncoder(&text).Encode(e))
		}
		for _, secret := range secrets {
			require.NotContains(t, text.String(), secret)
		}
		page := a.page.get("/dashboard/audit").body
		require.Contains(t, page, "key.revoked")
		require.Contains(t, page, "plan: free → starter")
		require.Contains(t, page, "concurrent: 3 → 4")
		link := a.page.accountNamed("Utrecht")
		require.Contains(t, a.page.get(link).body, `href="/dashboard/audit?account_id=`)
		page = a.page.get("/dashboard/audit?account_id=" + strings.TrimPrefix(link, "/dashboard/accounts/")).body
		require.Contains(t, page, "account.changed")
		require.NotContains(t, page, "Delft")
	})
}

// TestDetailsForPeople checks that details leave out an earlier value that was empty or zero.
func TestDetailsForPeople(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"concurrent: as the plan → 3", "disabled: false → true", "plan: free", "signature scheme: 2", "url host: a.example → b.example"},
		server.AuditDetails(json.RawMessage(`{"concurrent":{"from":null,"to":3},"disabled":{"from":false,"to":true},"plan":{"from":"","to":"free"},
			"signature_scheme":{"from":0,"to":2},"url_host":{"from":"a.example","to":"b.example"}}`)))
}

// TestTheServiceItselfIsInTheLog checks that the service is the actor where it disables an endpoint that answers
// 410.
func TestTheServiceItselfIsInTheLog(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL})
	require.NoError(t, err)
	require.NoError(t, h.service.DB().Update(t.Context(), func(tx store.Tx) error {
		return store.DisableWebhook(t.Context(), tx, w.ID, "The endpoint answered 410 Gone.")
	}))
	for e, err := range h.service.Audit(t.Context(), "one", time.Time{}) {
		require.NoError(t, err)
		require.Equal(t, "webhook.disabled", e.Action)
		require.Equal(t, []string{"service", "", ""}, []string{e.ActorKind, e.ActorID, e.From})
		require.JSONEq(t, `{"reason":"The endpoint answered 410 Gone."}`, string(e.Detail))
		break
	}
}

// TestARequestThatFailsLeavesNoEntry checks that neither a request that fails leaves an entry nor one that is
// repeated.
func TestARequestThatFailsLeavesNoEntry(t *testing.T) {
	t.Parallel()
	s := newService(t)
	a := &auditor{service: s}
	a.entries()
	s.postJSON("/v1/admin/accounts", `{"name":"main","plan":"free"}`).failed(client.AccountExists)
	s.postJSON("/v1/api-keys", `{"name":"n","environment":"dev","scopes":["all"]}`).failed(client.InvalidParameter)
	require.Equal(t, http.StatusNotFound, s.do(request{method: "DELETE", path: "/v1/webhooks/whk_none"}).StatusCode)
	require.Empty(t, a.entries())
	for range 2 {
		require.Equal(t, http.StatusCreated, s.postJSON("/v1/admin/accounts", `{"name":"a","plan":"free"}`, "Idempotency-Key", "k").StatusCode)
	}
	require.Len(t, a.entries(), 1)
}
