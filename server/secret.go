package server

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// minSecret is the least length of Config.Secret in bytes: what SHA-256 can use.
const minSecret = 32

// secrets are the keys that the service derives from the one secret of its configuration
// (HKDF, RFC 5869), one for each use, so that none can stand in for another.
type secrets struct {
	keys     []byte // hashes of API keys
	download []byte // signatures of download addresses
	webhooks []byte // encryption of webhook secrets
	session  []byte // sessions of the dashboard
	id       string // names the secret in a signed address
}

// deriveSecrets derives them.
func deriveSecrets(secret []byte) (secrets, error) {
	if len(secret) < minSecret {
		return secrets{}, fmt.Errorf("server: %w: the secret has %d bytes, and needs %d", ErrConfig, len(secret), minSecret)
	}
	var s secrets
	var id []byte
	for use, key := range map[string]*[]byte{"api keys": &s.keys, "downloads": &s.download, "webhook secrets": &s.webhooks, "sessions": &s.session, "id": &id} {
		k, err := hkdf.Key(sha256.New, secret, nil, "pagelift "+use, sha256.Size)
		if err != nil {
			return secrets{}, fmt.Errorf("server: deriving the key for %s: %w", use, err)
		}
		*key = k
	}
	s.id = hex.EncodeToString(id[:4])
	return s, nil
}

// errOtherSecret keeps a process from the database of a service with another secret: no key
// that one of them makes would be good at the other.
var errOtherSecret = errors.New("server: the database belongs to a service with another secret: give all its processes the same")

// checkSecret compares the secret with that of the process that made the database.
func (s *Server) checkSecret(ctx context.Context) error {
	return s.db.Update(ctx, func(tx store.Tx) error {
		first, err := store.FirstSetting(ctx, tx, "secret", s.secrets.id)
		if err == nil && first != s.secrets.id {
			err = errOtherSecret
		}
		return err
	})
}

// hashKey is what is stored of an API key.
func (s *secrets) hashKey(key string) []byte {
	mac := hmac.New(sha256.New, s.keys)
	mac.Write([]byte(key))
	return mac.Sum(nil)
}

// A signed address gives one account's resource at one path to whoever has it, until it
// expires. GET and HEAD have the same signature.

var (
	errSignature = errors.New("server: the signature is wrong")
	errExpired   = errors.New("server: the address has expired")
)

// sign is the query that makes path of account readable until expires.
func (s *secrets) sign(path, account string, expires time.Time) string {
	at := strconv.FormatInt(expires.Unix(), 10)
	return url.Values{"expires": {at}, "key": {s.id}, "signature": {s.signature(path, account, at)}}.Encode()
}

// verify tells whether query was made by sign for path and account, and is still good.
func (s *secrets) verify(path, account string, query url.Values, now time.Time) error {
	at := query.Get("expires")
	expires, err := strconv.ParseInt(at, 10, 64)
	if err != nil || query.Get("key") != s.id ||
		!hmac.Equal([]byte(query.Get("signature")), []byte(s.signature(path, account, at))) {
		return errSignature
	}
	if now.After(time.Unix(expires, 0)) {
		return errExpired
	}
	return nil
}

func (s *secrets) signature(path, account, expires string) string {
	mac := hmac.New(sha256.New, s.download)
	fmt.Fprintf(mac, "GET\n%s\n%s\n%s", path, account, expires)
	return hex.EncodeToString(mac.Sum(nil))
}
