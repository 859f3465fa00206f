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

// ErrRotating is returned where a secret was to be replaced whose predecessor is still good.
var ErrRotating = errors.New("deliver: the secret was replaced, and the old one is still good")

// Vault encrypts the secrets of endpoints. It is safe for concurrent use.
type Vault struct {
	seals    []cipher.AEAD // the first encrypts, each decrypts what it has encrypted
	accounts []byte        // what the first secrets of accounts are made with
}

// NewVault makes a vault with keys, of which it derives its own: the first is in use, the
// others were.
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
	Hint   string // the end of it, to tell it from others
}

// hintLength tells twenty secrets apart, and gives away 24 of 256 bits.
const hintLength = 4

// New makes the secret of an owner: the id of an endpoint or account.
func (v *Vault) New(owner string) Secret { return v.secret(owner, keyring{}) }

// Rotate replaces a stored secret. The old one goes on signing for the grace. While one
// goes on, the next is refused with ErrRotating unless it is forced, which ends the older
// one. A secret that nobody has seen does not go on.
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
	Grace time.Duration // of the old one
	Force bool
}

// keyring has the secrets of an owner.
type keyring struct {
	Current  string    `json:"current"`
	Previous string    `json:"previous,omitempty"`
	Until    time.Time `json:"until,omitzero"` // Previous is good
}

func (k keyring) previousGood(now time.Time) bool { return k.Previous != "" && now.Before(k.Until) }

// signing are the secrets to sign with: while there are two, receivers that hold only one
// go on with the old.
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

// seal encrypts a keyring for its owner: what is stored for one opens for no other.
func (v *Vault) seal(owner string, k keyring) string {
	text, err := json.Marshal(k)
	if err != nil { // two strings and a time of our own
		panic(err)
	}
	return v.encrypt(owner, text)
}

func (v *Vault) encrypt(owner string, text []byte) string {
	return base64.RawStdEncoding.EncodeToString(v.seals[0].Seal(nil, nil, text, []byte(owner)))
}

// open decrypts what is stored. Nothing is the keyring of an account that has never asked
// for its secret: it can sign, and nobody can verify.
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

// decrypt decrypts what is stored, and tells whether that was encrypted by a key that is no
// longer in use.
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

// resealAtOnce are the secrets that are in memory, and replaced in one transaction.
const resealAtOnce = 500

// Reseal encrypts with the first key what is stored and was encrypted with another. What none
// of them decrypts stays as it is.
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
