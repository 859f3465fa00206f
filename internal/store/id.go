package store

import (
	"encoding/base32"
	"strings"

	"github.com/google/uuid"
)

// idEncoding keeps the order of the bytes that it encodes.
var idEncoding = base32.NewEncoding("0123456789abcdefghijklmnopqrstuv").WithPadding(base32.NoPadding)

// idLength is the number of characters after the prefix: 128 bits, five to a character.
const idLength = 26

// NewID makes an identifier: a prefix such as "conv", an underscore, and the 26 characters of a UUID of version 7.
// Identifiers of one process sort by age. Those of several processes do as far as their clocks agree.
func NewID(prefix string) string {
	id := uuid.Must(uuid.NewV7())
	return prefix + "_" + idEncoding.EncodeToString(id[:])
}

// IsID reports whether s has the form of an identifier of NewID with this prefix.
func IsID(prefix, s string) bool {
	rest, ok := strings.CutPrefix(s, prefix+"_")
	if !ok || len(rest) != idLength {
		return false
	}
	_, err := idEncoding.DecodeString(rest)
	return err == nil
}
