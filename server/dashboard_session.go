package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

const (
	sessionCookie = "pagelift_session"

	// sessionLifetime is a day's work.
	sessionLifetime = 12 * time.Hour
)

// A session is a cookie that names an API key and when it ends, signed. The key itself is
// not in it; what the key may do is looked up with every request, so that one that is
// revoked ends its sessions.

// newSession is the value of a cookie for a key.
func (all secrets) newSession(keyID string, until time.Time) string {
	text := keyID + "." + strconv.FormatInt(until.Unix(), 10)
	return text + "." + all[0].sessionMAC(text)
}

func (s *keyset) sessionMAC(text string) string {
	mac := hmac.New(sha256.New, s.session)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// sessionKey is the id of the key that a cookie names.
func (all secrets) sessionKey(value string, now time.Time) (id string, ok bool) {
	i := strings.LastIndexByte(value, '.')
	if i < 0 || !slices.ContainsFunc(all, func(s *keyset) bool { return hmac.Equal([]byte(value[i+1:]), []byte(s.sessionMAC(value[:i]))) }) {
		return "", false
	}
	id, end, _ := strings.Cut(value[:i], ".")
	until, err := strconv.ParseInt(end, 10, 64)
	return id, err == nil && now.Before(time.Unix(until, 0))
}

// resume finds out who is signed in, and checks that the key may do what the page does.
func (c *call) resume(scope client.Scope) error {
	cookie, err := c.r.Cookie(sessionCookie)
	if err != nil {
		return errNotSignedIn
	}
	id, ok := c.secrets.sessionKey(cookie.Value, c.clock())
	if !ok {
		return errNotSignedIn
	}
	err = c.db.View(c.ctx(), func(tx store.Tx) (err error) {
		if c.key, err = store.GetAPIKey(c.ctx(), tx, id); err != nil {
			return err
		}
		if c.account, err = store.GetAccount(c.ctx(), tx, c.key.Account); err != nil {
			return err
		}
		return c.countUsed(tx)
	})
	switch now := c.clock(); {
	case errors.Is(err, store.ErrNotFound):
		return errNotSignedIn
	case err != nil:
		return c.storeError(err)
	case !c.key.Revoked.IsZero(), !c.key.Expires.IsZero() && now.After(c.key.Expires):
		c.account = nil
		return errNotSignedIn
	case !c.account.Disabled.IsZero():
		return failure(client.AccountDisabled, "the account is disabled")
	}
	c.limits = quota.Of(c.account)
	if !slices.Contains(c.key.Scopes, string(scope)) {
		return failure(client.InsufficientScope, "the API key you signed in with lacks the scope %s", scope)
	}
	return nil
}

// loginPage asks for an API key.
func (s *Server) loginPage(c *call) error {
	return c.page(http.StatusOK, "login", view{Title: "Sign in"})
}

// login begins a session for who has an API key.
func (s *Server) login(c *call) error {
	c.r.Body = http.MaxBytesReader(c.w, c.r.Body, limits.FormValue)
	if err := c.r.ParseForm(); err != nil {
		return failure(client.InvalidRequest, "the form cannot be read")
	}
	c.r.Header.Set("Authorization", "Bearer "+strings.TrimSpace(c.r.PostForm.Get("key")))
	if err := s.identify(c); err != nil {
		var known *client.Error
		if !errors.As(err, &known) || known.Status != http.StatusUnauthorized {
			return err
		}
		c.account = nil
		return c.page(http.StatusUnauthorized, "login", view{Title: "Sign in", Data: sentence(known.Message)})
	}
	until := c.clock().Add(sessionLifetime)
	http.SetCookie(c.w, &http.Cookie{
		Name: sessionCookie, Value: s.secrets.newSession(c.key.ID, until), Path: dashboardRoot, MaxAge: int(sessionLifetime.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: strings.HasPrefix(s.baseURL(c.r), "https:"),
	})
	return c.redirect(dashboardRoot)
}

// logout ends the session of this browser.
func (s *Server) logout(c *call) error {
	http.SetCookie(c.w, &http.Cookie{Name: sessionCookie, Path: dashboardRoot, MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return c.redirect(dashboardRoot + "/login?notice=signedout")
}

// sentence is a message of an error as a sentence.
func sentence(message string) string {
	if message == "" {
		return ""
	}
	return strings.ToUpper(message[:1]) + message[1:] + "."
}
