package webhook

import (
	"crypto/rand"
	"encoding/base64"
	"strings"
)

const (
	secretPrefix = "whsec_"

	// newSecretBytes is the length of the keys that NewSecret makes: that of the hash.
	newSecretBytes = 32

	// Standard Webhooks allows keys of 24 to 64 bytes.
	minSecretBytes = 24
	maxSecretBytes = 64
)

// NewSecret makes a secret from 32 random bytes.
func NewSecret() string {
	key := make([]byte, newSecretBytes)
	rand.Read(key) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

// secret has the keys that one secret stands for.
type secret struct {
	whole    []byte // of SchemeBody and SchemeTimestamp: the string itself
	standard []byte // of SchemeStandard: what the base64 stands for; nil when there is none
}

// parseSecrets makes keys of secrets. Any text is a key of the first two schemes;
// only "whsec_" and base64 is one of SchemeStandard.
func parseSecrets(texts []string) ([]secret, error) {
	if len(texts) == 0 {
		return nil, &Error{Code: InvalidSecret, Detail: "none given"}
	}
	secrets := make([]secret, len(texts))
	for i, text := range texts {
		if text == "" {
			return nil, &Error{Code: InvalidSecret, Detail: "a secret is empty"}
		}
		if strings.TrimSpace(text) != text {
			return nil, &Error{Code: InvalidSecret, Detail: "a secret begins or ends with white space"}
		}
		secrets[i].whole = []byte(text)
		if encoded, ok := strings.CutPrefix(text, secretPrefix); ok && encoded != "" {
			if key, err := base64.StdEncoding.DecodeString(encoded); err == nil {
				secrets[i].standard = key
			}
		}
	}
	return secrets, nil
}

// key is the key of a scheme, nil when the secret has none for it.
func (s *secret) key(scheme Scheme) []byte {
	if scheme == SchemeStandard {
		return s.standard
	}
	return s.whole
}
