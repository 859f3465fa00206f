// Package client is the REST interface of the conversion service in Go: its
// objects, as they stand in JSON, and its error codes.
//
// The types are those that the service itself writes. A field that can be null is
// a pointer, nil for null; a field that is always there is a plain value. Times
// are in UTC. Fields, error codes and values of enumerations may be added within a
// version of the interface: what a program does not know it has to tolerate.
//
// The package needs nothing but the standard library.
package client
