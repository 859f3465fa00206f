// Package deliver brings events to the endpoints that want them.
//
// [Emit] writes one delivery for each endpoint inside the transaction of what
// happened; [Hook] does so for conversions. From then on a [Sender] attempts it: in any
// process that has one, at once and then after the pauses of a [Schedule], until the
// endpoint takes it or the attempts are used up. What a process that ends leaves behind is
// taken up by another when its lease has run out, so an endpoint may get an event twice,
// with the same id, and never not at all.
//
// Endpoints are strangers. An attempt has five seconds, goes to public addresses by HTTPS
// only, follows no redirect and reads little. Attempts have slots, of all, of their host, of
// their account there; accounts and their endpoints take turns, and endpoints that are
// slow share a part of the slots: none delays another's.
//
// Secrets are stored as a [Vault] encrypts them.
package deliver
