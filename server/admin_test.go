package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store/storetest"
)

func TestAnAdministratorsProgram(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		s := newService(t, on(address))
		ctx, admin := t.Context(), s.client.Admin
		made, err := admin.CreateAccount(ctx, client.AccountRequest{
			Name: "Rotterdam", Plan: "starter", Limits: &client.LimitChanges{Concurrent: new(int64(7)), FileBytes: new(int64(-1)), RequestsPerMinute: new(int64(0))},
		})
		require.NoError(t, err)
		require.Equal(t, client.AccountEnabled, made.Status)
		require.Equal(t, []int64{60, 1000, 7, 24 * 3600}, []int64{
			*made.Limits.RequestsPerMinute, *made.Limits.MonthlyConversions, *made.Limits.Concurrent, *made.Limits.ResultSeconds,
		})
		require.Nil(t, made.Limits.FileBytes)
		got, err := admin.Account(ctx, made.ID)
		require.NoError(t, err)
		require.Equal(t, made, got)

		key := s.issue("free", "Rotterdam", client.ScopeUsageRead)
		theirs := map[string]string{"Authorization": "Bearer " + key}
		require.Equal(t, http.StatusOK, s.do(request{method: "GET", path: "/v1/usage", header: theirs}).StatusCode)
		changed, err := admin.UpdateAccount(ctx, made.ID, client.AccountUpdate{
			Plan: new("professional"), Status: new(client.AccountIsDisabled), Limits: &client.LimitChanges{Concurrent: new(int64(0)), ResultSeconds: new(int64(7200))},
		})
		require.NoError(t, err)
		require.Equal(t, []any{"professional", client.AccountIsDisabled, int64(20), int64(7200)},
			[]any{changed.Plan, changed.Status, *changed.Limits.Concurrent, *changed.Limits.ResultSeconds})
		s.do(request{method: "GET", path: "/v1/usage", header: theirs}).failed(client.AccountDisabled)
		changed, err = admin.UpdateAccount(ctx, made.ID, client.AccountUpdate{Status: new(client.AccountEnabled)})
		require.NoError(t, err)
		require.Equal(t, "professional", changed.Plan, "fields that are not given do not change")
		require.Equal(t, http.StatusOK, s.do(request{method: "GET", path: "/v1/usage", header: theirs}).StatusCode)

		s.post("a.pdf", nil).conversion(http.StatusOK)
		own := accountID(t, s.client, "main")
		used, err := admin.AccountUsage(ctx, own)
		require.NoError(t, err)
		require.EqualValues(t, 1, used.Conversions.Used)
		require.EqualValues(t, 3, used.Pages)
		require.Equal(t, "enterprise", used.Plan)
		used, err = admin.AccountUsage(ctx, made.ID)
		require.NoError(t, err)
		require.EqualValues(t, 10_000, *used.Conversions.Remaining)
		require.EqualValues(t, 20, *used.Concurrent.Limit)

		var names []string
		for a, err := range admin.AllAccounts(ctx, client.Paging{Limit: 1}) {
			require.NoError(t, err)
			names = append(names, a.Name)
		}
		require.ElementsMatch(t, []string{"Rotterdam", "main"}, names)

		var actions []string
		for e, err := range admin.AllAudit(ctx, client.AuditQuery{AccountID: made.ID, Since: time.Now().Add(-time.Hour), Paging: client.Paging{Limit: 2}}) {
			require.NoError(t, err)
			require.Equal(t, made.ID, e.AccountID)
			actions = append(actions, e.Action)
		}
		require.Equal(t, []string{"account.changed", "account.changed", "key.created", "account.created"}, actions)
		page, err := admin.Audit(ctx, client.AuditQuery{Since: time.Now().Add(time.Hour)})
		require.NoError(t, err)
		require.Empty(t, page.Data)
	})
}

// accountID returns the id of the account with a name.
func accountID(t *testing.T, c *client.Client, name string) string {
	t.Helper()
	for a, err := range c.Admin.AllAccounts(t.Context(), client.Paging{}) {
		require.NoError(t, err)
		if a.Name == name {
			return a.ID
		}
	}
	require.Fail(t, "no such account", name)
	return ""
}

// TestAccountsThatCannotBe checks that accounts which are not valid are refused with the name of the field, and
// that nothing is created.
func TestAccountsThatCannotBe(t *testing.T) {
	t.Parallel()
	s := newService(t)
	made, err := s.client.Admin.CreateAccount(t.Context(), client.AccountRequest{Name: "a", Plan: "free"})
	require.NoError(t, err)
	const accounts = "/v1/admin/accounts"
	for _, name := range []string{"name", "plan"} {
		body := strings.Replace(`{"name":"b","plan":"free"}`, `"`+name+`"`, `"limits":{},"`+name+`"`, 1)
		body = strings.NewReplacer(`"`+name+`":"b"`, `"`+name+`":""`, `"`+name+`":"free"`, `"`+name+`":""`).Replace(body)
		require.Equal(t, name, s.postJSON(accounts, body).failed(client.MissingParameter)["parameter"])
	}
	for body, field := range map[string]string{
		`{"name":"` + strings.Repeat("a", 129) + `","plan":"free"}`:       "name",
		`{"name":"a\u0000b","plan":"free"}`:                               "name",
		`{"name":" b","plan":"free"}`:                                     "name",
		`{"name":"b","plan":"gold"}`:                                      "plan",
		`{"name":"b","plan":"free","limits":{"concurrent":-2}}`:           "limits.concurrent",
		`{"name":"b","plan":"free","limits":{"concurrent":1000000001}}`:   "limits.concurrent",
		`{"name":"b","plan":"free","limits":{"file_bytes":"1"}}`:          "limits.file_bytes",
		`{"name":"b","plan":"free","limits":{"result_seconds":3599}}`:     "limits.result_seconds",
		`{"name":"b","plan":"free","limits":{"result_seconds":-1}}`:       "limits.result_seconds",
		`{"name":"b","plan":"free","limits":{"requests_per_minute":-2}}`:  "limits.requests_per_minute",
		`{"name":"b","plan":"free","limits":{"monthly_conversions":1.5}}`: "limits.monthly_conversions",
		`{"name":"b","plan":"free","scopes":["admin"]}`:                   "scopes",
		`{"name":"b","plan":"free","limits":{"nonsense":1}}`:              "limits.nonsense",
		`{"name":"b","plan":"free","limits":{"concurrent":1,"plan":"x"}}`: "limits.plan",
	} {
		require.Equal(t, field, s.postJSON(accounts, body).failed(client.InvalidParameter)["parameter"], body)
	}
	require.Equal(t, "name", s.postJSON(accounts, `{"name":"a","plan":"free"}`).failed(client.AccountExists)["parameter"])
	patch := func(id, body string) reply {
		return s.do(request{"PATCH", accounts + "/" + id, map[string]string{"Content-Type": "application/json"}, strings.NewReader(body)})
	}
	for body, field := range map[string]string{
		`{"plan":""}`: "plan", `{"plan":"gold","status":"disabled"}`: "plan", `{"status":"gone","plan":"starter"}`: "status",
		`{"plan":"starter","limits":{"concurrent":-2}}`: "limits.concurrent", `{"name":"b"}`: "name",
	} {
		require.Equal(t, field, patch(made.ID, body).failed(client.InvalidParameter)["parameter"], body)
	}
	require.Equal(t, "status", patch(accountID(t, s.client, "main"), `{"status":"disabled"}`).failed(client.InvalidParameter)["parameter"], "an operator cannot disable the own account")
	got, err := s.client.Admin.Account(t.Context(), made.ID)
	require.NoError(t, err)
	require.Equal(t, made, got, "a refused change changes nothing")
	page, err := s.client.Admin.Accounts(t.Context(), client.Paging{})
	require.NoError(t, err)
	require.Len(t, page.Data, 2)
	for _, cursor := range []string{"!", "AA", "_w"} { // not base64, a zero byte, not UTF-8
		s.get(accounts + "?cursor=" + cursor).failed(client.InvalidCursor)
	}
	require.Equal(t, "account_id", s.get("/v1/admin/audit?account_id=%00").failed(client.InvalidParameter)["parameter"])
	s.get("/v1/admin/audit?cursor=!").failed(client.InvalidCursor)
	require.Equal(t, "since", s.get("/v1/admin/audit?since=yesterday").failed(client.InvalidParameter)["parameter"])
	for _, id := range []string{"%00", "%ff", "acct_'OR'1'='1"} {
		s.get(accounts + "/" + id).failed(client.NotFound)
		s.get(accounts + "/" + id + "/usage").failed(client.NotFound)
		patch(id, `{"plan":"free"}`).failed(client.NotFound)
	}
	first := s.postJSON(accounts, `{"name":"once","plan":"free"}`, "Idempotency-Key", "k")
	require.Equal(t, http.StatusCreated, first.StatusCode)
	again := s.postJSON(accounts, `{"name":"once","plan":"free"}`, "Idempotency-Key", "k")
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, first.body, again.body)
	require.Equal(t, first.Header.Get("Location"), again.Header.Get("Location"))
}

// TestAnAdministratorSeesNothingOfTenants checks that the scope opens its own operations and no other, and that
// only a key which has the scope can give it.
func TestAnAdministratorSeesNothingOfTenants(t *testing.T) {
	t.Parallel()
	s := newService(t)
	done := s.post("a.pdf", nil).conversion(http.StatusOK)
	admin := s.issue("enterprise", "operator", client.ScopeAdmin)
	as := func(key, method, path, body string) reply {
		return s.do(request{method, path, map[string]string{"Authorization": "Bearer " + key, "Content-Type": "application/json"}, strings.NewReader(body)})
	}
	for _, op := range operations(t) {
		if op.scope != "" && op.scope != client.ScopeAdmin && op.request.method != http.MethodHead {
			as(admin, op.request.method, op.request.path, "").failed(client.InsufficientScope)
		}
	}
	reader := s.issue("enterprise", "operator", everyScope...)
	for _, path := range []string{"", "/download"} {
		as(reader, "GET", "/v1/conversions/"+done.ID+path, "").failed(client.ConversionNotFound)
	}
	for _, scopes := range [][]client.Scope{without(client.ScopeAdmin), {client.ScopeKeysWrite, client.ScopeAccountsWrite}} {
		lesser := s.issue("enterprise", "main", scopes...)
		as(lesser, "GET", "/v1/admin/accounts", "").failed(client.InsufficientScope)
		details := as(lesser, "POST", "/v1/api-keys", `{"name":"a","environment":"dev","scopes":["admin"]}`).failed(client.InsufficientScope)
		require.Equal(t, "admin", details["required"])
	}
	require.Equal(t, http.StatusCreated, as(reader, "POST", "/v1/api-keys", `{"name":"a","environment":"dev","scopes":["admin"]}`).StatusCode)
	plain := s.issue("enterprise", "main")
	as(plain, "GET", "/v1/admin/accounts", "").failed(client.InsufficientScope)
	page := signIn(t, s.url, s.issue("enterprise", "operator", client.ScopeAccountsWrite))
	require.Equal(t, http.StatusBadRequest, page.post(page.accountNamed("main")+"/keys", "name", "x", "environment", "prd", "scopes", "admin").StatusCode)
}
