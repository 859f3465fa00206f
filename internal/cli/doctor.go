package cli

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/server"
)

const doctorHelp = `Look for what keeps pagelift from working: the program tesseract and its languages, for
recognition; and, of the service, its folder, database and storage, and the clocks.

What is only missing for some documents is a note. Exit code 1 says that something is
broken.

`

// finding is what the doctor says of one thing.
type finding struct {
	name   string
	state  string // ok, note or broken
	detail string
}

func newDoctor(std Streams) *cobra.Command {
	var flags serverFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look for what is missing on this machine",
		Long:  doctorHelp + exitHelp,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := configure(cmd.Flags()); err != nil {
				return err
			}
			return examine(cmd.Context(), std, &flags)
		},
	}
	flags.storing(cmd.Flags())
	return cmd
}

// examine looks at everything and prints what it found.
func examine(ctx context.Context, std Streams, flags *serverFlags) error {
	findings := []finding{
		{"processors", "ok", fmt.Sprint(runtime.GOMAXPROCS(0))},
		recognition(ctx),
		{"fonts", "ok", "those of documents and the built-in ones; none of the machine is needed"},
	}
	findings = append(findings, service(ctx, flags)...)
	broken := 0
	for _, f := range findings {
		fmt.Fprintf(std.Out, "%-7s %-14s %s\n", f.state, f.name, f.detail)
		if f.state == "broken" {
			broken++
		}
	}
	if broken > 0 {
		return &failure{exitFailed, fmt.Errorf("doctor: %d broken", broken)}
	}
	return nil
}

// probeTimeout is how long a program may take to say what it is.
const probeTimeout = 10 * time.Second

// recognition looks for the program that recognises pages, and its languages.
func recognition(ctx context.Context) finding {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, "tesseract", "--list-langs").Output()
	if err != nil {
		return finding{"tesseract", "note", "not found: scans cannot be read (apt-get install tesseract-ocr)"}
	}
	_, list, _ := strings.Cut(string(out), "\n") // the first line is a title
	return finding{"tesseract", "ok", "languages " + strings.Join(strings.Fields(list), ", ")}
}

// service looks at the parts of the service.
func service(ctx context.Context, flags *serverFlags) (out []finding) {
	err := flags.with(ctx, func(s *server.Server) error {
		for _, c := range s.Examine(ctx) {
			f := finding{c.Name, "ok", c.Detail}
			if c.Err != nil {
				f.state, f.detail = "broken", c.Err.Error()
			}
			out = append(out, f)
		}
		return nil
	})
	if err != nil {
		out = append(out, finding{"service", "broken", err.Error()})
	}
	return out
}
