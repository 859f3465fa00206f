package client

import (
	"strings"

	"github.com/pagelift/pagelift/internal/apikey"
)

// A key has the form pl_ENVIRONMENT_ID_SECRET, followed by its checksum:
// pl_prd_ + 10 characters + _ + 32 characters + 6 characters.
const (
	keyPrefix      = "pl_"
	keyIDLength    = 10
	keySecret      = 32
	keyEnvironment = 3
)

// KeyParts are the parts of an API key that are not secret.
type KeyParts struct {
	Environment string // dev, stg or prd
	ID          string // 10 characters
}

// ParseKey checks the form and the checksum of an API key without a request, and returns its parts. The error is
// an *Error with the code InvalidAPIKey. It repeats nothing of the key.
func ParseKey(key string) (KeyParts, error) {
	const length = len(keyPrefix) + keyEnvironment + 1 + keyIDLength + 1 + keySecret + apikey.ChecksumLength
	if len(key) != length || !strings.HasPrefix(key, keyPrefix) {
		return KeyParts{}, invalidKey("it has not the form of a key")
	}
	parts := strings.Split(key[len(keyPrefix):], "_")
	if len(parts) != 3 || !isEnvironment(parts[0]) || len(parts[1]) != keyIDLength || !isBase62(parts[1]) || !isBase62(parts[2]) {
		return KeyParts{}, invalidKey("it has not the form of a key")
	}
	if head := key[:length-apikey.ChecksumLength]; key[length-apikey.ChecksumLength:] != apikey.Checksum(head) {
		return KeyParts{}, invalidKey("its checksum is wrong: a character was lost or mistyped")
	}
	return KeyParts{Environment: parts[0], ID: parts[1]}, nil
}

func invalidKey(why string) error {
	return &Error{Code: InvalidAPIKey, Message: "the API key is not valid: " + why}
}

func isEnvironment(s string) bool { return s == "dev" || s == "stg" || s == "prd" }

func isBase62(s string) bool {
	return strings.Trim(s, apikey.Digits) == ""
}
