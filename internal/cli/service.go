//go:build !noserver

package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/server"
)

// serviceCommands returns the commands that run a service or look into its database.
func serviceCommands(std Streams) []*cobra.Command {
	return []*cobra.Command{newServe(std), newKeys(std), newAccounts(std), newAudit(std), newMigrate(std), newDoctor(std)}
}

// isConfigError reports whether err is of the settings of a service.
func isConfigError(err error) bool { return errors.Is(err, server.ErrConfig) }
