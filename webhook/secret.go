package webhook

import (
	"crypto/rand"
	"encoding/base64"
	"strings"
)

const (
	secretPrefix = "whsec_"

	// newSecretBytes is the length of the keys that NewSecret makes. It is that of the hash.
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

// secret has the keys of one secret.
type secret struct {
	whole    []byte // for SchemeBody and SchemeTimestamp: the string itself
	standard []byte // for SchemeStandard: the decoded base64; nil if there is none
}

// parseSecrets turns secrets into keys. Any text is a key of the first two schemes. Only "whsec_" with base64 is a
// key of SchemeStandard.
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

// key returns the key of a scheme, or nil if the secret has none for it.
func (s *secret) key(scheme Scheme) []byte {
	if scheme == SchemeStandard {
		return s.standard
	}
	return s.whole
}
