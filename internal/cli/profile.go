package cli

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/pprof"
	"os"
	"runtime"
	runtimepprof "runtime/pprof"

	"github.com/spf13/pflag"
)

// profiles are the files that a command writes profiles of itself to; "" is none.
type profiles struct {
	cpu, memory string
}

func (p *profiles) add(f *pflag.FlagSet) {
	f.StringVar(&p.cpu, "cpuprofile", "", "write a profile of the processor time to this file (for go tool pprof)")
	f.StringVar(&p.memory, "memprofile", "", "write a profile of what was allocated to this file")
}

// start begins the profiles. The caller calls stop when the work is done; stop writes the files
// and reports what went wrong. Both files are made at once, so that a wrong path fails before
// the work.
func (p *profiles) start() (stop func() error, err error) {
	var cpu, memory *os.File
	if p.cpu != "" {
		if cpu, err = os.Create(p.cpu); err != nil {
			return nil, failed("--cpuprofile", err)
		}
	}
	if p.memory != "" {
		if memory, err = os.Create(p.memory); err != nil {
			return nil, errors.Join(failed("--memprofile", err), closeFile(cpu))
		}
	}
	if cpu != nil {
		if err := runtimepprof.StartCPUProfile(cpu); err != nil {
			return nil, errors.Join(failed("--cpuprofile", err), closeFile(cpu), closeFile(memory))
		}
	}
	return func() error {
		if cpu != nil {
			runtimepprof.StopCPUProfile()
		}
		var err error
		if memory != nil {
			runtime.GC() // the profile is as of the last collection
			err = runtimepprof.Lookup("allocs").WriteTo(memory, 0)
		}
		if err = errors.Join(err, closeFile(cpu), closeFile(memory)); err != nil {
			return failed("--cpuprofile, --memprofile", err)
		}
		return nil
	}, nil
}

func closeFile(f *os.File) error {
	if f == nil {
		return nil
	}
	return f.Close()
}

// debugging is the handler of --debug-addr: the profiles of the running process, for go tool
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
