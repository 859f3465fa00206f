package server

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// minSecret is the least length of a secret in bytes: as much as SHA-256 can use.
const minSecret = 32

// secrets are all secrets of the service. The first one makes what is new. The others verify and decrypt what they
// have made, until they are removed.
type secrets []*keyset

// keyset has the keys that are derived from one secret (HKDF, RFC 5869). Each use has a key of its own, so that
// none can replace another.
type keyset struct {
	keys     []byte // hashes of API keys
	download []byte // signatures of download addresses
	webhooks []byte // encryption of webhook secrets
	session  []byte // sessions of the dashboard
	visitors []byte // addresses of visitors of the playground
	id       string // names the secret in a signed address
}

// deriveSecrets derives the keys of all secrets.
func deriveSecrets(all [][]byte) (out secrets, err error) {
	for _, secret := range all {
		k, err := deriveKeys(secret)
		if err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}

func deriveKeys(secret []byte) (*keyset, error) {
	if len(secret) < minSecret {
		return nil, fmt.Errorf("server: %w: a secret has %d bytes, and needs %d", ErrConfig, len(secret), minSecret)
	}
	var s keyset
	var id []byte
	for use, key := range map[string]*[]byte{"api keys": &s.keys, "downloads": &s.download, "webhook secrets": &s.webhooks, "sessions": &s.session, "visitors": &s.visitors, "id": &id} {
		k, err := hkdf.Key(sha256.New, secret, nil, "pagelift "+use, sha256.Size)
		if err != nil {
			return nil, fmt.Errorf("server: deriving the key for %s: %w", use, err)
		}
		*key = k
	}
	s.id = hex.EncodeToString(id[:4])
	return &s, nil
}

// byID returns the secret with an id, or nil.
func (all secrets) byID(id string) *keyset {
	for _, s := range all {
		if s.id == id {
			return s
		}
	}
	return nil
}

// webhooks returns the keys that encrypt the secrets of webhooks.
func (all secrets) webhooks() (keys [][]byte) {
	for _, s := range all {
		keys = append(keys, s.webhooks)
	}
	return keys
}

// errOtherSecret stops a process from using the database of a service with another secret. Keys that one of them
// makes would not be valid at the other.
var errOtherSecret = errors.New("server: the database belongs to a service with another secret: give all its processes the same")

// hashKey returns the hash of an API key that is stored, in hexadecimal.
func (all secrets) hashKey(key string) string { return all[0].hashKey(key) }

func (s *keyset) hashKey(key string) string {
	mac := hmac.New(sha256.New, s.keys)
	mac.Write([]byte(key))
	return hex.EncodeToString(mac.Sum(nil))
}

// hashVisitor returns the hash of a visitor's address that is stored.
func (all secrets) hashVisitor(addr string) string {
	mac := hmac.New(sha256.New, all[0].visitors)
	mac.Write([]byte(addr))
	return hex.EncodeToString(mac.Sum(nil))
}

// knowsKey reports whether a stored hash is that of an API key.
func (all secrets) knowsKey(hash, key string) bool {
	known := false
	for _, s := range all {
		known = hmac.Equal([]byte(hash), []byte(s.hashKey(key))) || known
	}
	return known
}

// A signed address gives whoever has it one resource of one account, at one path, until it expires. GET and HEAD
// have the same signature.

var (
	errSignature = errors.New("server: the signature is wrong")
	errExpired   = errors.New("server: the address has expired")
)

// sign returns the query that makes path of account readable until expires.
func (all secrets) sign(path, account string, expires time.Time) string {
	at, s := strconv.FormatInt(expires.Unix(), 10), all[0]
	return url.Values{"expires": {at}, "key": {s.id}, "signature": {s.signature(path, account, at)}}.Encode()
}

// verify returns an error unless sign made query for path and account, and it has not expired.
func (all secrets) verify(path, account string, query url.Values, now time.Time) error {
	at := query.Get("expires")
	expires, err := strconv.ParseInt(at, 10, 64)
	s := all.byID(query.Get("key"))
	if err != nil || s == nil || !hmac.Equal([]byte(query.Get("signature")), []byte(s.signature(path, account, at))) {
		return errSignature
	}
	if now.After(time.Unix(expires, 0)) {
		return errExpired
	}
	return nil
}

func (s *keyset) signature(path, account, expires string) string {
	mac := hmac.New(sha256.New, s.download)
	fmt.Fprintf(mac, "GET\n%s\n%s\n%s", path, account, expires)
	return hex.EncodeToString(mac.Sum(nil))
}
