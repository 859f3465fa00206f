package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/internal/licence"
)

// build describes the build of this program.
type build struct {
	Version  string `json:"version"` // "(devel)" if not built from a release
	Revision string `json:"revision,omitempty"`
	Date     string `json:"date,omitempty"`     // of the revision, RFC 3339
	Modified bool   `json:"modified,omitempty"` // built from a tree with local changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func newVersion(std Streams) *cobra.Command {
	var asJSON, licences bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of pagelift",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := thisBuild()
			if licences {
				_, err := io.WriteString(std.Out, licence.ThirdParty)
				return err
			}
			if asJSON {
				return json.NewEncoder(std.Out).Encode(b)
			}
			fmt.Fprintf(std.Out, "pagelift %s%s (%s, %s)\n", b.Version, b.suffix(), b.Go, b.Platform)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	cmd.Flags().BoolVar(&licences, "licenses", false, "print the licences of everything that the program is linked with")
	cmd.MarkFlagsMutuallyExclusive("json", "licenses")
	return cmd
}

func thisBuild() build {
	b := build{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.read(info)
	}
	return b
}

// read reads what the go command has stamped into the program. Without a version control system, or with
// -buildvcs=false, that is at most the version.
func (b *build) read(info *debug.BuildInfo) {
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
}

// shortRevision is the length of a revision as people quote it.
const shortRevision = 12

// suffix returns the revision as text for the line of the version, with a space before it, or "" without a
// revision.
func (b *build) suffix() string {
	if b.Revision == "" {
		return ""
	}
	s := " " + b.Revision[:min(shortRevision, len(b.Revision))]
	if day, _, ok := strings.Cut(b.Date, "T"); ok {
		s += " of " + day
	}
	if b.Modified {
		s += ", modified"
	}
	return s
}
