package client

import (
	"hash/crc32"
	"strings"
)

// The form of a key is pl_ENVIRONMENT_ID_SECRET and its checksum:
// pl_prd_ + 10 characters + _ + 32 characters + 6 characters.
const (
	keyPrefix      = "pl_"
	keyIDLength    = 10
	keySecret      = 32
	keyChecksum    = 6 // 62^6 is more than 2^32
	base62         = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	keyEnvironment = 3
)

// KeyParts are the parts of an API key that are no secret.
type KeyParts struct {
	Environment string // dev, stg or prd
	ID          string // 10 characters
}

// ParseKey checks the form and the checksum of an API key without asking the
// service, and takes it apart. The error is an *Error with the code InvalidAPIKey
// that repeats nothing of the key.
func ParseKey(key string) (KeyParts, error) {
	const length = len(keyPrefix) + keyEnvironment + 1 + keyIDLength + 1 + keySecret + keyChecksum
	if len(key) != length || !strings.HasPrefix(key, keyPrefix) {
		return KeyParts{}, invalidKey("it has not the form of a key")
	}
	parts := strings.Split(key[len(keyPrefix):], "_")
	if len(parts) != 3 || !isEnvironment(parts[0]) || len(parts[1]) != keyIDLength || !isBase62(parts[1]) || !isBase62(parts[2]) {
		return KeyParts{}, invalidKey("it has not the form of a key")
	}
	if head := key[:length-keyChecksum]; key[length-keyChecksum:] != KeyChecksum(head) {
		return KeyParts{}, invalidKey("its checksum is wrong: a character was lost or mistyped")
	}
	return KeyParts{Environment: parts[0], ID: parts[1]}, nil
}

// KeyChecksum is what ends a key that begins with head: the CRC-32 (IEEE) of head
// in six digits of base 62, in the order 0-9A-Za-z.
func KeyChecksum(head string) string {
	var sum [keyChecksum]byte
	n := crc32.ChecksumIEEE([]byte(head))
	for i := keyChecksum - 1; i >= 0; i-- {
		sum[i] = base62[n%uint32(len(base62))]
		n /= uint32(len(base62))
	}
	return string(sum[:])
}

func invalidKey(why string) error {
	return &Error{Code: InvalidAPIKey, Message: "the API key is not valid: " + why}
}

func isEnvironment(s string) bool { return s == "dev" || s == "stg" || s == "prd" }

func isBase62(s string) bool {
	return strings.Trim(s, base62) == ""
}
