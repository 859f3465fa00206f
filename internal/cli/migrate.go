//go:build !noserver

package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/server"
)

func newMigrate(std Streams) *cobra.Command {
	var flags serverFlags
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database of the service up to date",
		Long: `Make or change the tables of the service's database. 'pagelift serve' does so itself when
it starts; this is for set-ups in which serving processes may not change tables.

` + exitHelp,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := configure(cmd.Flags()); err != nil {
				return err
			}
			return flags.runOnService(cmd.Context(), func(*server.Server) error {
				_, err := fmt.Fprintln(std.Out, "the database is up to date")
				return err
			})
		},
	}
	flags.storing(cmd.Flags())
	return cmd
}
