package deliver

import (
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

	"github.com/pagelift/pagelift/webhook"
)

// ErrRotating is returned where a secret was to be replaced whose predecessor is still good.
var ErrRotating = errors.New("deliver: the secret was replaced, and the old one is still good")

// Vault encrypts the secrets of endpoints. It is safe for concurrent use.
type Vault struct {
	aead     cipher.AEAD
	accounts []byte // what the first secrets of accounts are made with
}

// NewVault makes a vault with a key, of which it derives its own.
func NewVault(key []byte) (*Vault, error) {
	seal, err := hkdf.Key(sha256.New, key, nil, "pagelift webhook secrets: seal", sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("deliver: %w", err)
	}
	accounts, err := hkdf.Key(sha256.New, key, nil, "pagelift webhook secrets: accounts", sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("deliver: %w", err)
	}
	block, err := aes.NewCipher(seal)
	if err != nil {
		return nil, fmt.Errorf("deliver: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("deliver: %w", err)
	}
	return &Vault{aead: aead, accounts: accounts}, nil
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
	return base64.RawStdEncoding.EncodeToString(v.aead.Seal(nil, nil, text, []byte(owner)))
}

// open decrypts what is stored. Nothing is the keyring of an account that has never asked
// for its secret: it can sign, and nobody can verify.
func (v *Vault) open(owner, sealed string) (k keyring, err error) {
	if sealed == "" {
		mac := hmac.New(sha256.New, v.accounts)
		mac.Write([]byte(owner))
		return keyring{Current: "whsec_" + base64.StdEncoding.EncodeToString(mac.Sum(nil))}, nil
	}
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return k, fmt.Errorf("deliver: the stored secret of %s is damaged", owner)
	}
	text, err := v.aead.Open(nil, nil, raw, []byte(owner))
	if err != nil {
		return k, fmt.Errorf("deliver: the stored secret of %s cannot be decrypted: the service has another key", owner)
	}
	return k, json.Unmarshal(text, &k)
}
