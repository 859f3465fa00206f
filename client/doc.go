// Package client calls the conversion service over its REST interface.
//
// New makes a Client for one service and one key. Its services (Conversions, Batches, Webhooks, Deliveries, Usage,
// Keys) have one method for each operation. Conversions.Convert works in the same way whether the service answers
// at once or later. Documents are streamed from files, and archives to writers. Only the HTML of an answer is held
// in memory.
//
// Every failure that the service names is an *Error with a stable Code and the HTTP status. errors.Is finds the
// error of an ended context. Requests are repeated as RetryPolicy says, with the same Idempotency-Key, so that a
// conversion is made only once. An interrupted download continues where it stopped, and is compared with its
// checksum.
//
// The types are those that the service itself writes. A field that can be null is a pointer, which is nil for
// null. A field that is always set is a plain value. Times are in UTC. Fields, error codes and values of
// enumerations may be added within a version of the interface: programs must tolerate those that they do not know.
//
// The answers of the service are not trusted. Their size is bounded, their text cannot control a terminal, and
// their archives cannot write outside of their folder. The key is in the header Authorization and nowhere else: no
// error and no line of the log contains it. The package needs only the standard library.
package client
