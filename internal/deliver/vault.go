package deliver

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/webhook"
)

// ErrRotating is returned by Rotate while the previous secret is still valid.
var ErrRotating = errors.New("deliver: the secret was replaced, and the old one is still good")

// Vault encrypts the secrets of endpoints. It is safe for concurrent use.
type Vault struct {
	seals    []cipher.AEAD // the first encrypts; each decrypts what it has encrypted
	accounts []byte        // the key of the first secrets of accounts
}

// NewVault makes a vault. It derives its own keys from the given ones. The first key is in use; the others were in
// use before.
func NewVault(keys ...[]byte) (*Vault, error) {
	v := &Vault{}
	for _, key := range keys {
		seal, err := newSeal(key)
		if err != nil {
			return nil, fmt.Errorf("deliver: %w", err)
		}
		v.seals = append(v.seals, seal)
	}
	var err error
	if v.accounts, err = hkdf.Key(sha256.New, keys[0], nil, "pagelift webhook secrets: accounts", sha256.Size); err != nil {
		return nil, fmt.Errorf("deliver: %w", err)
	}
	return v, nil
}

func newSeal(key []byte) (cipher.AEAD, error) {
	k, err := hkdf.Key(sha256.New, key, nil, "pagelift webhook secrets: seal", sha256.Size)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(k)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Secret is a new secret: in clear for its owner, who sees it once, and as it is stored.
type Secret struct {
	Clear  string
	Sealed string
	Hint   string // its end, to tell it from others
}

// hintLength is enough to tell twenty secrets apart, and gives away 24 of 256 bits.
const hintLength = 4

// New makes a secret for an owner: the id of an endpoint or account.
func (v *Vault) New(owner string) Secret { return v.secret(owner, keyring{}) }

// Rotate replaces a stored secret. The old secret stays valid for r.Grace. While an old one is valid, Rotate fails
// with ErrRotating, unless r.Force is set: then the old one ends. A secret that nobody has seen does not stay
// valid.
func (v *Vault) Rotate(owner, sealed string, r Rotation) (Secret, error) {
	old, err := v.open(owner, sealed)
	if err != nil {
		return Secret{}, err
	}
	if old.previousGood(r.Now) && !r.Force {
		return Secret{}, ErrRotating
	}
	next := keyring{}
	if r.Grace > 0 && sealed != "" {
		next.Previous, next.Until = old.Current, r.Now.Add(r.Grace)
	}
	return v.secret(owner, next), nil
}

// Rotation says how a secret is replaced.
type Rotation struct {
	Now   time.Time
	Grace time.Duration // how long the old secret stays valid
	Force bool
}

// keyring holds the secrets of an owner.
type keyring struct {
	Current  string    `json:"current"`
	Previous string    `json:"previous,omitempty"`
	Until    time.Time `json:"until,omitzero"` // Previous is valid until then
}

func (k keyring) previousGood(now time.Time) bool { return k.Previous != "" && now.Before(k.Until) }

// signing returns the secrets to sign with. While there are two, receivers that hold only one can go on with the
// old.
func (k keyring) signing(now time.Time) []string {
	if k.previousGood(now) {
		return []string{k.Previous, k.Current}
	}
	return []string{k.Current}
}

// secret adds a new secret to a keyring.
func (v *Vault) secret(owner string, k keyring) Secret {
	k.Current = webhook.NewSecret()
	return Secret{Clear: k.Current, Sealed: v.seal(owner, k), Hint: k.Current[len(k.Current)-hintLength:]}
}

// seal encrypts a keyring for its owner. It cannot be decrypted for another owner.
func (v *Vault) seal(owner string, k keyring) string {
	text, err := json.Marshal(k)
	if err != nil { // cannot happen: two strings and a time
		panic(err)
	}
	return v.encrypt(owner, text)
}

func (v *Vault) encrypt(owner string, text []byte) string {
	return base64.RawStdEncoding.EncodeToString(v.seals[0].Seal(nil, nil, text, []byte(owner)))
}

// open decrypts a stored keyring. An account that has never asked for its secret has none stored; then open
// derives one. The service can sign with it, but nobody can verify.
func (v *Vault) open(owner, sealed string) (k keyring, err error) {
	if sealed == "" {
		mac := hmac.New(sha256.New, v.accounts)
		mac.Write([]byte(owner))
		return keyring{Current: "whsec_" + base64.StdEncoding.EncodeToString(mac.Sum(nil))}, nil
	}
	text, _, err := v.decrypt(owner, sealed)
	if err != nil {
		return k, err
	}
	return k, json.Unmarshal(text, &k)
}

// decrypt decrypts a stored keyring. It reports whether that was encrypted with a key that is no longer in use.
func (v *Vault) decrypt(owner, sealed string) (text []byte, old bool, err error) {
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return nil, false, fmt.Errorf("deliver: the stored secret of %s is damaged", owner)
	}
	for i, seal := range v.seals {
		if text, err := seal.Open(nil, nil, raw, []byte(owner)); err == nil {
			return text, i > 0, nil
		}
	}
	return nil, false, fmt.Errorf("deliver: the stored secret of %s cannot be decrypted: the service has another key", owner)
}

// resealAtOnce is how many secrets are in memory and replaced in one transaction.
const resealAtOnce = 500

// Reseal encrypts stored secrets with the first key if they were encrypted with another. Secrets that no key
// decrypts stay as they are.
func (v *Vault) Reseal(ctx context.Context, db *store.DB) error {
	for after, more := "", true; more; {
		var page []store.Sealed
		err := db.Update(ctx, func(tx store.Tx) (err error) {
			if page, err = store.ListSealed(ctx, tx, after, resealAtOnce); err != nil {
				return err
			}
			return v.reseal(ctx, tx, page)
		})
		if err != nil {
			return fmt.Errorf("deliver: encrypting stored secrets anew: %w", err)
		}
		if more = len(page) == resealAtOnce; more {
			after = page[len(page)-1].Owner
		}
	}
	return nil
}

func (v *Vault) reseal(ctx context.Context, tx store.Tx, page []store.Sealed) error {
	for _, s := range page {
		text, old, err := v.decrypt(s.Owner, s.Secret)
		if err != nil || !old {
			continue
		}
		if err := store.Reseal(ctx, tx, s, v.encrypt(s.Owner, text)); err != nil {
			return err
		}
	}
	return nil
}
