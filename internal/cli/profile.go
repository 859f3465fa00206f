package cli

import (
	"errors"
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/spf13/pflag"
)

// profiles names the files for profiles of a command. "" is none.
type profiles struct {
	cpu, memory string
}

func (p *profiles) add(f *pflag.FlagSet) {
	f.StringVar(&p.cpu, "cpuprofile", "", "write a profile of the processor time to this file (for go tool pprof)")
	f.StringVar(&p.memory, "memprofile", "", "write a profile of what was allocated to this file")
}

// start begins the profiles. The caller calls stop when the work is done. stop writes the files and returns what
// went wrong. start creates both files, so that a wrong path fails before the work.
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
		if err := pprof.StartCPUProfile(cpu); err != nil {
			return nil, errors.Join(failed("--cpuprofile", err), closeFile(cpu), closeFile(memory))
		}
	}
	return func() error {
		if cpu != nil {
			pprof.StopCPUProfile()
		}
		var err error
		if memory != nil {
			runtime.GC() // the heap profile shows the state at the last collection
			err = pprof.Lookup("allocs").WriteTo(memory, 0)
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
