// Package server is the conversion service as an http.Handler: the REST interface, its
// documentation, and the workers behind it.
//
//	s, err := server.New(ctx, server.Config{DataDir: "/var/lib/pagelift"})
//	...
//	err = s.Start(ctx)
//	...
//	http.Handle("/", s)
//
// With nothing but a folder everything is kept there, in a SQLite database and in files, and
// one process does all the work. With the address of a PostgreSQL database and a bucket, any
// number of processes with the same Config are one service.
//
// A Server answers as the OpenAPI document at /v1/openapi.json says. It does not listen:
// give it to an http.Server, bounded as Harden does, or mount it in a program of your own.
package server
