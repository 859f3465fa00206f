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

	// sessionLifetime is the length of a long working day.
	sessionLifetime = 12 * time.Hour

	sessionIDSize = 22 // 131 bits
)

// session says who is signed in. It is stored in a cookie that only the service can sign. The cookie does not
// contain the key. What the key may do is looked up on every request, so revoking a key ends its sessions. The
// database stores only which sessions were ended early.
type session struct {
	id    string // id of the session
	key   string // id of the API key
	until time.Time
}

// seal returns the value of the cookie.
func (all secrets) seal(v session) string {
	text := v.key + "." + strconv.FormatInt(v.until.Unix(), 10) + "." + v.id
	return text + "." + all[0].sessionMAC(text)
}

func (s *keyset) sessionMAC(text string) string {
	mac := hmac.New(sha256.New, s.session)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// unseal reads the value of a cookie, if seal made it and it has not expired.
func (all secrets) unseal(value string, now time.Time) (v session, ok bool) {
	i := strings.LastIndexByte(value, '.')
	if i < 0 || !slices.ContainsFunc(all, func(s *keyset) bool { return hmac.Equal([]byte(value[i+1:]), []byte(s.sessionMAC(value[:i]))) }) {
		return v, false
	}
	parts := strings.Split(value[:i], ".")
	if len(parts) != 3 { // from an older version
		return v, false
	}
	until, err := strconv.ParseInt(parts[1], 10, 64)
	v = session{id: parts[2], key: parts[0], until: time.Unix(until, 0)}
	return v, err == nil && now.Before(v.until)
}

// session returns the session of the request.
func (s *pages) session(c *call) (v session, ok bool) {
	cookie, err := c.r.Cookie(sessionCookie)
	if err != nil {
		return v, false
	}
	return s.secrets.unseal(cookie.Value, s.clock())
}

// resume finds the session of the request, and checks that its key has the scope of the page.
func (s *pages) resume(c *call, scope client.Scope) error {
	v, ok := s.session(c)
	if !ok {
		return errNotSignedIn
	}
	ended := false
	err := s.db.View(c.ctx(), func(tx store.Tx) (err error) {
		if ended, err = store.SessionEnded(c.ctx(), tx, v.id); err != nil {
			return err
		}
		if c.key, err = store.GetAPIKey(c.ctx(), tx, v.key); err != nil {
			return err
		}
		if c.account, err = store.GetAccount(c.ctx(), tx, c.key.Account); err != nil {
			return err
		}
		return c.countUsed(tx)
	})
	switch now := s.clock(); {
	case errors.Is(err, store.ErrNotFound):
		return errNotSignedIn
	case err != nil:
		return s.storeError(err)
	case ended, !c.key.Revoked.IsZero(), !c.key.Expires.IsZero() && now.After(c.key.Expires):
		c.account = nil
		return errNotSignedIn
	case !c.account.Disabled.IsZero():
		return failure(client.AccountDisabled, "the account is disabled")
	}
	c.limits = quota.LimitsOf(c.account)
	s.auth.actAs(c, store.BySession)
	if !slices.Contains(c.key.Scopes, string(scope)) {
		return failure(client.InsufficientScope, "the API key you signed in with lacks the scope %s", scope)
	}
	return nil
}

// loginPage asks for an API key.
func (s *pages) loginPage(c *call) error {
	return s.showPage(c, http.StatusOK, "login", view{Title: "Sign in"})
}

// login begins a session for a visitor who has an API key.
func (s *pages) login(c *call) error {
	c.r.Body = http.MaxBytesReader(c.w, c.r.Body, limits.FormValue)
	if err := c.r.ParseForm(); err != nil {
		return failure(client.InvalidRequest, "the form cannot be read")
	}
	c.r.Header.Set("Authorization", "Bearer "+strings.TrimSpace(c.r.PostForm.Get("key")))
	if err := s.auth.identify(c, endpoint{}); err != nil {
		var known *client.Error
		if !errors.As(err, &known) || known.Status != http.StatusUnauthorized {
			return err
		}
		c.account = nil
		return s.showPage(c, http.StatusUnauthorized, "login", view{Title: "Sign in", Data: sentence(known.Message)})
	}
	v := session{id: randomText(sessionIDSize), key: c.key.ID, until: s.clock().Add(sessionLifetime)}
	s.setSession(c, s.secrets.seal(v), int(sessionLifetime.Seconds()))
	return c.redirect(dashboardRoot)
}

// setSession sets the cookie for maxAge seconds. A negative number removes it.
func (s *pages) setSession(c *call, value string, maxAge int) {
	http.SetCookie(c.w, &http.Cookie{
		Name: sessionCookie, Value: value, Path: dashboardRoot, MaxAge: maxAge,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: s.secure(c.r),
	})
}

// logout ends the session of the cookie.
func (s *pages) logout(c *call) error {
	s.setSession(c, "", -1)
	if v, ok := s.session(c); ok {
		err := s.db.Update(c.ctx(), func(tx store.Tx) error { return store.EndSession(c.ctx(), tx, v.id, v.until) })
		if err != nil {
			return s.storeError(err)
		}
	}
	return c.redirect(dashboardRoot + "/login?notice=signedout")
}

// sentence returns the message of an error as a sentence.
func sentence(message string) string {
	if message == "" {
		return ""
	}
	return strings.ToUpper(message[:1]) + message[1:] + "."
}
