// Package deliver sends events to the endpoints that are registered for them.
//
// [Emit] writes one delivery for each endpoint, in the transaction of what happened. [Hook] does so for
// conversions. A [Sender] attempts the deliveries, in any process that has one. It attempts each at once and then
// after the pauses of a [Schedule], until the endpoint accepts it or the attempts are used up. When a process
// ends, another one takes up its deliveries after their lease has run out. So an endpoint may get an event twice,
// with the same id, but never misses one because of that.
//
// Endpoints are not trusted. An attempt has five seconds, connects to public addresses by HTTPS only, follows no
// redirect and reads little. Attempts need slots: there are limits in all, for each host, and for each account at
// a host. Accounts and their endpoints take turns, and slow endpoints share only a part of the slots. So no
// endpoint delays the events of another.
//
// A [Vault] encrypts the secrets of endpoints before they are stored.
package deliver
