//go:build !noserver

package cli

import (
	"fmt"
	"net/http"
	"net/http/pprof"
)

// debugging returns the handler of --debug-addr: profiles of the running process for go tool pprof. It answers
// only requests whose host is an address of this machine. Otherwise a web page could read the profiles by a host
// name of its own, through a browser on this machine.
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

// checkDebugAddr refuses an address that other machines can reach: profiles show how the service works inside, and
// taking them costs time.
func checkDebugAddr(addr string) error {
	if addr != "" && !isLoopback(addr) {
		return fmt.Errorf("--debug-addr %q is not an address of this machine only, such as 127.0.0.1:6060", addr)
	}
	return nil
}
