//go:build !noserver

package cli

import (
	"fmt"
	"net/http"
	"net/http/pprof"
)

// debugging returns the handler of --debug-addr: the profiles of the running process, for go tool
// pprof. It answers only who calls it by an address of this machine, so that no page in a browser
// of this machine reads it under a name of its own.
func debugging() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("POST /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopback(r.Host) {
			http.Error(w, "only by an address of this machine", http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// checkDebugAddr refuses an address that other machines reach: profiles tell
// how the service works inside, and taking them costs time.
func checkDebugAddr(addr string) error {
	if addr != "" && !isLoopback(addr) {
		return fmt.Errorf("--debug-addr %q is not an address of this machine only, such as 127.0.0.1:6060", addr)
	}
	return nil
}
