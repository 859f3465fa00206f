//go:build !noserver

package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/server"
)

// audit runs the command audit.
type audit struct {
	std     Streams
	flags   serverFlags
	since   time.Duration
	account string
	json    bool
}

func newAudit(std Streams) *cobra.Command {
	a := &audit{std: std}
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Show who made, changed and revoked accounts, keys and webhooks",
		Long: `List what was changed of accounts, their limits, keys and webhooks, newest first: when, by
whom (the id of an API key, or a user of the system by this program), from where, and what. It
shows no keys and no secrets. Entries are kept for 400 days.

` + exitHelp,
		Example: "  pagelift audit --since 24h --account Rotterdam",
		Args:    cobra.NoArgs,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := configure(cmd.Flags()); err != nil {
			return err
		}
		if a.since < 0 {
			return fmt.Errorf("--since %v is less than 0", a.since)
		}
		return a.flags.runOnExisting(cmd.Context(), func(s *server.Server) error { return a.list(cmd.Context(), s) })
	}
	a.flags.storing(cmd.Flags())
	cmd.Flags().DurationVar(&a.since, "since", 0, "only what was changed since so long ago (default: all)")
	cmd.Flags().StringVar(&a.account, "account", "", "only what belongs to the account of this name")
	cmd.Flags().BoolVar(&a.json, "json", false, "a line of JSON for each change")
	return cmd
}

func (a *audit) list(ctx context.Context, s *server.Server) error {
	var since time.Time
	if a.since > 0 {
		since = time.Now().Add(-a.since)
	}
	enc := json.NewEncoder(a.std.Out)
	enc.SetEscapeHTML(false)
	table := tabwriter.NewWriter(a.std.Out, 0, 0, 2, ' ', 0)
	if !a.json {
		fmt.Fprintln(table, "WHEN\tACTION\tOF\tACCOUNT\tBY\tFROM\tDETAILS")
	}
	for e, err := range s.Audit(ctx, a.account, since) {
		if err != nil {
			return failed("audit", err)
		}
		if a.json {
			err = enc.Encode(e)
		} else {
			by := strings.TrimSpace(e.ActorKind + " " + e.ActorID)
			_, err = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", e.At.Format(time.DateTime), e.Action, e.SubjectID,
				plain(cmp.Or(e.AccountName, e.AccountID)), by, e.From, plain(strings.Join(server.AuditDetails(e.Detail), ", ")))
		}
		if err != nil {
			return failed("audit", err)
		}
	}
	return table.Flush()
}

// plain returns a text of users for one line of a table. It escapes what could move the cursor or change the
// colour of the terminal.
func plain(text string) string {
	quoted := strconv.Quote(text)
	return strings.ReplaceAll(strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`), `\\`, `\`)
}

// asUser names the user who runs the program in the audit log, as the one who makes its changes.
func asUser(ctx context.Context) context.Context {
	name := os.Getenv("USER")
	if u, err := user.Current(); err == nil {
		name = cmp.Or(u.Username, u.Uid)
	}
	return server.AsOperator(ctx, cmp.Or(name, strconv.Itoa(os.Getuid())))
}
