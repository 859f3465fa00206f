// Package webhook receives and sends the notifications of the service.
//
// A receiver mounts a [Handler], or calls [Verify] with the header and the raw
// body of a request. Both refuse what is not signed with one of the receiver's
// secrets, what is too old and what is no event. Whatever payload format the
// sender was told to use, the result is one [Event].
//
// Three signature schemes are known. The service signs each delivery with two of
// them: the one that the endpoint is registered with, and that of Standard Webhooks
// (https://www.standardwebhooks.com).
//
//   - [SchemeBody]: X-Service-Signature is "sha256=" and the hexadecimal HMAC-SHA256
//     of the body. It does not cover the time, so a captured request can be sent again.
//   - [SchemeTimestamp]: X-Service-Signature is the hexadecimal HMAC-SHA256 of
//     X-Service-Timestamp, a full stop and the body.
//   - [SchemeStandard]: webhook-signature is a list of "v1," and the base64 of the
//     HMAC-SHA256 of webhook-id, webhook-timestamp and the body, joined by full stops.
//
// A secret is "whsec_" and base64. The key of the first two schemes is that whole
// string as it is pasted, the key of the third the bytes that the base64 stands for.
//
// [Event.Marshal] and [Sign] are the sender's side; package webhooktest helps to
// test a receiver. The package uses the standard library only and keeps no state
// outside of a Handler.
package webhook
