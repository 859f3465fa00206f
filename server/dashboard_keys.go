package server

import (
	"net/http"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

const keysRoot = dashboardRoot + "/keys"

// keysView is what the page of keys shows.
type keysView struct {
	List         []client.APIKey
	Scopes       []client.Scope // that the key may give
	Environments []string
	New          *client.APIKey // just made
	Error        string
	Self         string // id of the key of the session
}

// keysPage lists the keys of the account and asks for a new one.
func (s *Server) keysPage(c *call) error { return c.showKeys(http.StatusOK, keysView{}) }

func (c *call) showKeys(status int, v keysView) error {
	err := c.db.View(c.ctx(), func(tx store.Tx) error {
		list, err := store.ListAPIKeys(c.ctx(), tx, c.account.ID)
		v.List = nil
		for _, k := range list {
			if k.Revoked.IsZero() {
				v.List = append(v.List, wireKey(k))
			}
		}
		return err
	})
	if err != nil {
		return c.storeError(err)
	}
	for _, scope := range scopes {
		if c.may(scope) {
			v.Scopes = append(v.Scopes, scope)
		}
	}
	v.Environments, v.Self = environments, c.key.ID
	return c.page(status, "keys", view{Title: "API keys", Tab: keysRoot, Data: v})
}

// createKeyFromPage makes a key and shows it, once.
func (s *Server) createKeyFromPage(c *call) error {
	form, err := c.fields()
	if err != nil {
		return err
	}
	req := client.APIKeyRequest{Name: form.Get("name"), Environment: form.Get("environment")}
	for _, scope := range form["scopes"] {
		req.Scopes = append(req.Scopes, client.Scope(scope))
	}
	k, secret, err := c.newAPIKey(req)
	if known := refusal(err); known != nil {
		return c.showKeys(known.Status, keysView{Error: sentence(known.Message)})
	}
	if err != nil {
		return err
	}
	made := wireKey(k)
	made.Key = secret
	return c.showKeys(http.StatusCreated, keysView{New: &made})
}

// revokeKeyFromPage ends a key.
func (s *Server) revokeKeyFromPage(c *call) error {
	if err := c.endKey(); err != nil {
		return err
	}
	return c.redirect(keysRoot + "?notice=revoked")
}
