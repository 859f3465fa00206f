// Package client calls the conversion service over its REST interface.
//
// New makes a Client for one service and one key. Its services (Conversions,
// Batches, Webhooks, Deliveries, Usage, Keys) have one method for each operation;
// Conversions.Convert hides whether the service answers at once or later.
// Documents are streamed from files and archives to writers, and nothing of them
// is held in memory but the HTML of the answer.
//
// Every failure that the service names is an *Error with a stable Code and the
// HTTP status; the end of the context is one that errors.Is finds. Requests are sent again
// as RetryPolicy says, under one Idempotency-Key, so that a conversion is made once.
// Downloads go on where a connection broke, and are compared with their checksum.
//
// The types are those that the service itself writes. A field that can be null is
// a pointer, nil for null; a field that is always there is a plain value. Times
// are in UTC. Fields, error codes and values of enumerations may be added within a
// version of the interface: what a program does not know it has to tolerate.
//
// What the service answers is taken as hostile: it is capped, its text cannot steer
// a terminal, its archives cannot write outside their folder. The key is in the
// header Authorization and nowhere else: no error, no line of the log has it. The
// package needs nothing but the standard library.
package client
