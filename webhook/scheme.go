package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
)

// Scheme is a way to sign a request. The zero Scheme stands for any.
type Scheme int

const (
	// SchemeBody signs the body alone. A captured request can be sent again with a
	// fresh timestamp.
	SchemeBody Scheme = 1
	// SchemeTimestamp signs X-Service-Timestamp and the body.
	SchemeTimestamp Scheme = 2
	// SchemeStandard signs webhook-id, webhook-timestamp and the body, as Standard
	// Webhooks has it.
	SchemeStandard Scheme = 3
)

// schemes are all of them, those that cover more first.
var schemes = []Scheme{SchemeStandard, SchemeTimestamp, SchemeBody}

// String is the name of the scheme: "body", "timestamp", "standard", "any".
func (s Scheme) String() string {
	switch s {
	case 0:
		return "any"
	case SchemeBody:
		return "body"
	case SchemeTimestamp:
		return "timestamp"
	case SchemeStandard:
		return "standard"
	}
	return fmt.Sprintf("Scheme(%d)", int(s))
}

// The headers of a delivery, as http.Header keys them.
const (
	headerSignature         = "X-Service-Signature"
	headerTimestamp         = "X-Service-Timestamp"
	headerEvent             = "X-Service-Event"
	headerStandardID        = "Webhook-Id"
	headerStandardTimestamp = "Webhook-Timestamp"
	headerStandardSignature = "Webhook-Signature"
)

// What stands before the digest in the signatures of two schemes.
const (
	bodyPrefix     = "sha256="
	standardPrefix = "v1,"
)

// signature is the one that a key gives, as the header has it. The id counts under
// SchemeStandard only, the timestamp not under SchemeBody.
func (s Scheme) signature(key []byte, id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, key)
	if s == SchemeStandard {
		mac.Write([]byte(id + "."))
	}
	if s != SchemeBody {
		mac.Write([]byte(timestamp + "."))
	}
	mac.Write(body)
	digest := mac.Sum(nil)
	switch s {
	case SchemeStandard:
		return standardPrefix + base64.StdEncoding.EncodeToString(digest)
	case SchemeBody:
		return bodyPrefix + hex.EncodeToString(digest)
	default:
		return hex.EncodeToString(digest)
	}
}

// maxID is the longest identifier of an event.
const maxID = 64

// validID reports whether an identifier has only letters, digits, "_" and "-". With
// a full stop in it, what SchemeStandard signs could be cut in another place: text
// that a stranger got into a body would pass for a body of its own.
func validID(id string) bool {
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-':
		default:
			return false
		}
	}
	return id != "" && len(id) <= maxID
}
