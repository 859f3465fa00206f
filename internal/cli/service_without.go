//go:build noserver

package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

// errNoService is the error of the commands of a service in a program that has no service.
var errNoService = errors.New("this program converts and has no service: that is in the download named pagelift, not pagelift-convert")

// serviceCommands returns the commands that run a service. This program was built without them, so each only says
// where to get it, whatever its flags are.
func serviceCommands(Streams) []*cobra.Command {
	var list []*cobra.Command
	for _, c := range [...][2]string{
		{"serve", "Run the service"},
		{"keys", "Make, list and end API keys"},
		{"accounts", "List accounts and change them"},
		{"audit", "Show who changed what"},
		{"migrate", "Bring the database up to date"},
		{"doctor", "Say what is missing on this machine"},
	} {
		list = append(list, &cobra.Command{
			Use:                c[0],
			Short:              c[1] + " (not in this program)",
			DisableFlagParsing: true,
			RunE:               func(*cobra.Command, []string) error { return &failure{exitUsage, errNoService} },
		})
	}
	return list
}

// isConfigError reports whether err is about the settings of a service.
func isConfigError(error) bool { return false }
