// Package webhook receives and sends the notifications of the service.
//
// A receiver mounts a [Handler], or calls [Verify] with the header and the raw body of a request. Both refuse a
// request that is not signed with one of the receiver's secrets, is too old, or is not an event. The result is one
// [Event], in whatever payload format the sender was told to use.
//
// There are three signature schemes. The service signs each delivery with two of them: the one with which the
// endpoint is registered, and that of Standard Webhooks (https://www.standardwebhooks.com).
//
//   - [SchemeBody]: X-Service-Signature is "sha256=" and the hexadecimal HMAC-SHA256
//     of the body. It does not cover the time, so a captured request can be sent again.
//   - [SchemeTimestamp]: X-Service-Signature is the hexadecimal HMAC-SHA256 of
//     X-Service-Timestamp, a full stop and the body.
//   - [SchemeStandard]: webhook-signature is a list of "v1," and the base64 of the
//     HMAC-SHA256 of webhook-id, webhook-timestamp and the body, joined by full stops.
//
// A secret is "whsec_" followed by base64. The key of the first two schemes is this whole string. The key of the
// third scheme is the bytes that the base64 encodes.
//
// [Event.Marshal] and [Sign] are for senders. Package webhooktest helps to test a receiver. The package uses only
// the standard library, and keeps no state outside of a Handler.
package webhook
