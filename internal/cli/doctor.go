//go:build !noserver

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/server"
)

const doctorHelp = `Look for what keeps pagelift from working: the program tesseract and its languages, for
recognition; and, of the service, its folder, database and storage, the clocks, and the
egress proxy where one is set.

What is only missing for some documents is a note. Exit code 1 says that something is
broken.

With --url it asks a running service whether it can take conversions, and looks at nothing
else: a health check for containers that have no other program.

`

// finding is the result of one check.
type finding struct {
	name   string
	state  string // ok, note or broken
	detail string
}

func newDoctor(std Streams) *cobra.Command {
	var flags serverFlags
	var url string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look for what is missing on this machine",
		Long:  doctorHelp + exitHelp,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := configure(cmd.Flags()); err != nil {
				return err
			}
			if url != "" {
				return report(std, []finding{ready(cmd.Context(), url)})
			}
			return examine(cmd.Context(), std, &flags, cmd.Flags().Changed("data"))
		},
	}
	flags.storing(cmd.Flags())
	flags.leaving(cmd.Flags())
	cmd.Flags().StringVar(&url, "url", "", "address of a running service, such as http://127.0.0.1:8080")
	return cmd
}

// examine runs all checks and prints their results. named says that the folder of the service was given.
func examine(ctx context.Context, std Streams, flags *serverFlags, named bool) error {
	findings := []finding{
		{"processors", "ok", fmt.Sprint(runtime.GOMAXPROCS(0))},
		recognition(ctx),
		{"fonts", "ok", "those of documents and the built-in ones; none of the machine is needed"},
	}
	return report(std, append(findings, service(ctx, flags, named)...))
}

// report prints findings. It fails if something is broken.
func report(std Streams, findings []finding) error {
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

// probeTimeout is how long a program or a service may take to answer.
const probeTimeout = 10 * time.Second

// ready checks a running service.
func ready(ctx context.Context, url string) finding {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(url, "/")+"/readyz", nil)
	if err != nil {
		return finding{"service", "broken", err.Error()}
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return finding{"service", "broken", err.Error()}
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxReady))
	if err != nil || answer.StatusCode != http.StatusOK {
		return finding{"service", "broken", fmt.Sprintf("%s: %q", answer.Status, body)}
	}
	return finding{"service", "ok", "ready"}
}

// maxReady bounds the answer of the service, which has a few names and words.
const maxReady = 4 << 10

// recognition looks for the program that recognises text, and for its languages.
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

// service checks the parts of the service. A missing service counts as broken if its folder was named.
func service(ctx context.Context, flags *serverFlags, named bool) (out []finding) {
	err := flags.runOnExisting(ctx, func(s *server.Server) error {
		for _, c := range s.Examine(ctx) {
			f := finding{c.Name, "ok", c.Detail}
			if c.Err != nil {
				f.state, f.detail = "broken", c.Err.Error()
			}
			out = append(out, f)
		}
		return nil
	})
	switch {
	case err == nil:
	case errors.Is(err, errNoService) && !named:
		out = append(out, finding{"service", "note", "none was started here: 'pagelift serve' makes one"})
	default:
		out = append(out, finding{"service", "broken", err.Error()})
	}
	return out
}
