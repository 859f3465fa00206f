package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
)

// Scheme is a way to sign a request. The zero Scheme means any.
type Scheme int

const (
	// SchemeBody signs only the body. A captured request can be sent again with a new timestamp.
	SchemeBody Scheme = 1
	// SchemeTimestamp signs X-Service-Timestamp and the body.
	SchemeTimestamp Scheme = 2
	// SchemeStandard signs webhook-id, webhook-timestamp and the body, as in Standard Webhooks.
	SchemeStandard Scheme = 3
)

// schemes are all schemes. Those that cover more come first.
var schemes = []Scheme{SchemeStandard, SchemeTimestamp, SchemeBody}

// String returns the name of the scheme: "body", "timestamp", "standard", "any".
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

// Prefixes of the digest in the signatures of two schemes.
const (
	bodyPrefix     = "sha256="
	standardPrefix = "v1,"
)

// signature returns the signature that a key gives, as it is in the header. id is used under SchemeStandard only.
// timestamp is not used under SchemeBody.
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

// validID reports whether an identifier has only letters, digits, "_" and "-". With a full stop in it, the text
// that SchemeStandard signs could be divided at another place. Then text that a stranger got into a body could
// pass for a body of its own.
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
