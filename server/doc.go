// Package server implements the conversion service as an http.Handler: the REST interface, its documentation, and
// the workers behind it.
//
//	s, err := server.New(ctx, server.Config{DataDir: "/var/lib/pagelift"})
//	...
//	err = s.Start(ctx)
//	...
//	http.Handle("/", s)
//
// A service that has only a folder keeps everything there, in a SQLite database and in files, and one process does
// all the work. With the address of a PostgreSQL database and a bucket, any number of processes with the same
// Config form one service.
//
// The OpenAPI document at /v1/openapi.json describes the answers of a Server. A Server does not listen: give it to
// an http.Server that Harden has bounded, or mount it in a program of your own.
package server
