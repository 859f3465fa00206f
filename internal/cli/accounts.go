//go:build !noserver

package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/server"
)

const accountsHelp = `List the accounts of the service, and change their plans and limits.

A limit of 0 is that of the plan again; -1 takes it away.

`

// accounts runs the accounts commands.
type accounts struct {
	std     Streams
	flags   serverFlags
	plan    string
	disable bool
	enable  bool
	json    bool
}

// limitFlags are the flags of limits, with the field that each sets.
var limitFlags = []struct {
	name, help string
	field      func(*server.Limits) **int64
}{
	{"requests-per-minute", "requests in a minute", func(l *server.Limits) **int64 { return &l.RequestsPerMinute }},
	{"monthly-conversions", "conversions in a month", func(l *server.Limits) **int64 { return &l.MonthlyConversions }},
	{"file-bytes", "bytes of a document", func(l *server.Limits) **int64 { return &l.FileBytes }},
	{"concurrent", "conversions at the same time", func(l *server.Limits) **int64 { return &l.Concurrent }},
	{"result-seconds", "how long results are kept, from an hour to 30 days", func(l *server.Limits) **int64 { return &l.ResultSeconds }},
}

func newAccounts(std Streams) *cobra.Command {
	a := &accounts{std: std}
	cmd := &cobra.Command{
		Use:   "accounts",
		Short: "List accounts of the service, change plans and limits",
		Long:  accountsHelp + exitHelp,
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	list := a.command("list", "List accounts with their limits", cobra.NoArgs, a.list)
	set := a.command("set NAME", "Change an account; with --plan make it when it is missing", cobra.ExactArgs(1), a.set)
	f := set.Flags()
	f.StringVar(&a.plan, "plan", "", "free, starter, professional or enterprise")
	f.BoolVar(&a.disable, "disable", false, "refuse all requests of the account")
	f.BoolVar(&a.enable, "enable", false, "take them again")
	for _, l := range limitFlags {
		f.Int64(l.name, 0, l.help)
	}
	set.MarkFlagsMutuallyExclusive("disable", "enable")
	cmd.AddCommand(list, set)
	return cmd
}

// command returns a sub-command that works on an open service.
func (a *accounts) command(use, short string, args cobra.PositionalArgs, run func(context.Context, *cobra.Command, *server.Server, []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Long: accountsHelp + exitHelp, Args: args}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := configure(cmd.Flags()); err != nil {
			return err
		}
		open := (*serverFlags).runOnExisting
		if a.plan != "" { // the account may be the first
			open = (*serverFlags).runOnService
		}
		return open(&a.flags, cmd.Context(), func(s *server.Server) error { return run(asUser(cmd.Context()), cmd, s, args) })
	}
	a.flags.storing(cmd.Flags())
	cmd.Flags().BoolVar(&a.json, "json", false, "accounts as lines of JSON")
	return cmd
}

func (a *accounts) set(ctx context.Context, cmd *cobra.Command, s *server.Server, args []string) error {
	change := server.AccountChange{Plan: a.plan}
	if a.disable || a.enable {
		change.Disabled = &a.disable
	}
	for _, l := range limitFlags {
		if cmd.Flags().Changed(l.name) {
			n, err := cmd.Flags().GetInt64(l.name)
			if err != nil {
				return err
			}
			*l.field(&change.Limits) = &n
		}
	}
	account, err := s.ChangeAccount(ctx, args[0], change)
	if err != nil {
		return failed("accounts set", err)
	}
	return a.write([]server.Account{account})
}

func (a *accounts) list(ctx context.Context, _ *cobra.Command, s *server.Server, _ []string) error {
	list, err := s.Accounts(ctx)
	if err != nil {
		return failed("accounts list", err)
	}
	return a.write(list)
}

// write writes accounts as a table or as JSON.
func (a *accounts) write(list []server.Account) error {
	if a.json {
		enc := json.NewEncoder(a.std.Out)
		for _, account := range list {
			if err := enc.Encode(account); err != nil {
				return err
			}
		}
		return nil
	}
	t := tabwriter.NewWriter(a.std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ACCOUNT\tPLAN\tSTATE\tREQUESTS/MIN\tCONVERSIONS/MONTH\tFILE BYTES\tAT A TIME\tRESULTS KEPT")
	for _, account := range list {
		state := "good"
		if account.Disabled {
			state = "disabled"
		}
		l := account.Limits
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", account.Name, account.Plan, state, limitText(l.RequestsPerMinute),
			limitText(l.MonthlyConversions), limitText(l.FileBytes), limitText(l.Concurrent), keptText(l.ResultSeconds))
	}
	return t.Flush()
}

func limitText(n *int64) string {
	if n == nil {
		return "unlimited"
	}
	return strconv.FormatInt(*n, 10)
}

func keptText(n *int64) string {
	if n == nil {
		return ""
	}
	return (time.Duration(*n) * time.Second).String()
}
