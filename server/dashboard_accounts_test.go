package server_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
)

// accountNamed returns the path of the page of an account, to which the list links.
func (v *visitor) accountNamed(name string) string {
	v.t.Helper()
	a := v.get("/dashboard/accounts")
	link := regexp.MustCompile(`<a href="(/dashboard/accounts/acct_\w+)">` + regexp.QuoteMeta(name) + `</a>`).FindStringSubmatch(a.body)
	require.NotNil(v.t, link, a.body)
	return link[1]
}

func TestAnOperatorByHand(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		h := newHooked(t, on(address))
		v := h.visit("operator", client.ScopeAccountsWrite)
		require.Equal(t, "/dashboard/accounts", v.get("/dashboard").path())

		a := v.post("/dashboard/accounts", "name", " Rotterdam ", "plan", "starter")
		page := a.path()
		require.Contains(t, a.body, "<h1>Rotterdam</h1>")
		require.Equal(t, page, v.accountNamed("Rotterdam"))
		require.Equal(t, http.StatusConflict, v.post("/dashboard/accounts", "name", "Rotterdam", "plan", "free").StatusCode)
		require.Equal(t, http.StatusBadRequest, v.post("/dashboard/accounts", "name", " ", "plan", "free").StatusCode)
		require.Equal(t, http.StatusBadRequest, v.post("/dashboard/accounts", "name", "x", "plan", "gold").StatusCode)

		key := v.post(page+"/keys", "name", "theirs", "environment", "prd", "scopes", "usage:read", "scopes", "keys:write").shownSecret()
		require.Equal(t, http.StatusBadRequest, v.post(page+"/keys", "name", "x", "environment", "prd", "scopes", "accounts:write").StatusCode)
		require.Equal(t, http.StatusBadRequest, v.post(page+"/keys", "name", "x", "environment", "prd").StatusCode)
		theirs := signIn(t, h.url, key)
		require.Contains(t, theirs.get("/dashboard").body, "starter")
		require.Equal(t, http.StatusForbidden, theirs.get("/dashboard/accounts").StatusCode)
		require.NotContains(t, theirs.get("/dashboard/keys").body, "accounts:write", "a key cannot give a scope that it does not have")
		require.Equal(t, http.StatusForbidden, theirs.post("/dashboard/keys", "name", "x", "environment", "dev", "scopes", "accounts:write").StatusCode)

		a = v.post(page, "plan", "professional", "concurrent", "7", "file_mebibytes", "-1", "result_hours", "48")
		require.Equal(t, page, a.path())
		professional := account(t, h, "Rotterdam")
		require.Equal(t, "professional", professional.Plan)
		require.Equal(t, []int64{300, 10_000, 7, 48 * 3600}, []int64{
			*professional.Limits.RequestsPerMinute, *professional.Limits.MonthlyConversions, *professional.Limits.Concurrent, *professional.Limits.ResultSeconds,
		})
		require.Nil(t, professional.Limits.FileBytes, "the account has no limit for files")
		require.Regexp(t, `id="concurrent"[^>]* value="7"`, a.body)
		for _, wrong := range []string{"0", "-2", "1.5", "many", "9999999999999999999"} {
			a = v.post(page, "plan", "professional", "concurrent", wrong)
			require.Equal(t, http.StatusBadRequest, a.StatusCode, wrong)
			require.Contains(t, a.body, `value="`+wrong+`"`, "the form keeps what was typed")
		}
		v.post(page, "plan", "professional")
		require.Equal(t, int64(20), *account(t, h, "Rotterdam").Limits.Concurrent, "the limit is that of the plan again")

		require.Contains(t, v.post(page+"/status", "disabled", "true").body, `name="disabled" value="false"`)
		require.Equal(t, http.StatusForbidden, theirs.get("/dashboard").StatusCode)
		require.NotContains(t, v.post(page+"/status", "disabled", "false").body, `name="disabled" value="false"`)
		require.Equal(t, http.StatusOK, theirs.get("/dashboard").StatusCode)
		require.Equal(t, http.StatusBadRequest, v.post(page+"/status", "disabled", "perhaps").StatusCode)
		own := v.accountNamed("operator")
		require.Equal(t, http.StatusBadRequest, v.post(own+"/status", "disabled", "true").StatusCode, "an operator cannot disable the own account")
		require.False(t, account(t, h, "operator").Disabled)
	})
}

// account returns an account of the service.
func account(t *testing.T, h *hooked, name string) server.Account {
	t.Helper()
	all, err := h.service.Accounts(t.Context())
	require.NoError(t, err)
	for _, a := range all {
		if a.Name == name {
			return a
		}
	}
	require.Fail(t, "no such account", name)
	return server.Account{}
}

func TestAccountsAreListedInPages(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	v := h.visit("operator", client.ScopeAccountsWrite)
	const many = 45
	for i := range many {
		_, err := h.service.ChangeAccount(t.Context(), fmt.Sprintf("tenant & %02d", i), server.AccountChange{Plan: "free"})
		require.NoError(t, err)
	}
	seen := 0
	for path := "/dashboard/accounts"; path != ""; {
		a := v.get(path)
		seen += strings.Count(a.body, "tenant &amp; ")
		path = ""
		if link := regexp.MustCompile(`href="(/dashboard/accounts\?cursor=[^"]+)"`).FindStringSubmatch(a.body); link != nil {
			path = html.UnescapeString(link[1])
		}
		require.LessOrEqual(t, seen, many)
	}
	require.Equal(t, many, seen)
}

// TestAKeyForEverythingIsNoOperator checks that a key made without scopes gets those of an account, and none of
// operators.
func TestAKeyForEverythingIsNoOperator(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	require.Equal(t, http.StatusForbidden, h.visit("one").get("/dashboard/accounts").StatusCode)
}
