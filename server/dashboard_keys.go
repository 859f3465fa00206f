package server

import (
	"context"
	"net/http"
	"net/url"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

// keysView is what the page of keys shows.
type keysView struct {
	List []client.APIKey
	Form keyForm
	New  *client.APIKey // a key just created
	Self string         // id of the session's key
}

// keyForm is the form for a key.
type keyForm struct {
	Action       string         // address that the form is sent to
	Scopes       []client.Scope // scopes that the new key can have
	Environments []string
	Error        string
}

// keyRequest returns what a form for a key asks for.
func keyRequest(form url.Values) client.APIKeyRequest {
	req := client.APIKeyRequest{Name: form.Get("name"), Environment: form.Get("environment")}
	for _, scope := range form["scopes"] {
		req.Scopes = append(req.Scopes, client.Scope(scope))
	}
	return req
}

// keysPage lists the keys of the account and has the form for a new one.
func (s *pages) keysPage(c *call) error { return s.showKeys(c, http.StatusOK, keysView{}) }

func (s *pages) showKeys(c *call, status int, v keysView) error {
	err := s.db.View(c.ctx(), func(tx store.Tx) error {
		list, err := liveKeys(c.ctx(), tx, c.account.ID)
		v.List = list
		return err
	})
	if err != nil {
		return s.storeError(err)
	}
	for _, scope := range scopes {
		if c.hasScope(scope) {
			v.Form.Scopes = append(v.Form.Scopes, scope)
		}
	}
	v.Form.Action, v.Form.Environments, v.Self = keysRoot, environments, c.key.ID
	return s.showPage(c, status, "keys", view{Title: "API keys", Tab: keysRoot, Data: v})
}

// liveKeys returns the keys of an account that are not revoked, newest first.
func liveKeys(ctx context.Context, tx store.Tx, account string) (live []client.APIKey, err error) {
	list, err := store.ListAPIKeys(ctx, tx, account)
	for _, k := range list {
		if k.Revoked.IsZero() {
			live = append(live, wireKey(k))
		}
	}
	return live, err
}

// createKeyFromPage creates a key and shows it once.
func (s *pages) createKeyFromPage(c *call) error {
	form, err := c.formFields()
	if err != nil {
		return err
	}
	k, secret, err := s.accounts.newAPIKey(c, keyRequest(form))
	if known := refusal(err); known != nil {
		return s.showKeys(c, known.Status, keysView{Form: keyForm{Error: sentence(known.Message)}})
	}
	if err != nil {
		return err
	}
	made := wireKey(k)
	made.Key = secret
	return s.showKeys(c, http.StatusCreated, keysView{New: &made})
}

// revokeKeyFromPage revokes a key.
func (s *pages) revokeKeyFromPage(c *call) error {
	if err := s.accounts.endKey(c); err != nil {
		return err
	}
	return c.redirect(keysRoot + "?notice=revoked")
}
