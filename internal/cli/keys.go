//go:build !noserver

package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/server"
)

// keys runs the keys commands.
type keys struct {
	std     Streams
	flags   serverFlags
	request server.KeyRequest
	scopes  []string
	json    bool
}

func newKeys(std Streams) *cobra.Command {
	k := &keys{std: std}
	cmd := &cobra.Command{
		Use:   "keys",
		Short: "Make, list and revoke API keys of the service",
		Long:  "Make, list and revoke API keys of the service, beside it or while it stands still.\n\n" + exitHelp,
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	create := k.command("create --account NAME", "Make a key, and its account when that is missing", cobra.NoArgs, (*serverFlags).runOnService, k.create)
	f := create.Flags()
	f.SortFlags = false
	f.StringVar(&k.request.Account, "account", "default", "name of the account")
	f.StringVar(&k.request.Plan, "plan", "free", "plan of an account that is made: free, starter, professional or enterprise")
	f.StringVar(&k.request.Environment, "env", "prd", "dev, stg or prd")
	f.StringSliceVar(&k.scopes, "scopes", nil, "what the key may do, such as conversions:read,conversions:write (default: everything with\nwhat its account has; accounts:write and admin are for who runs the service, at the dashboard\nand through /v1/admin)")
	f.StringVar(&k.request.Name, "name", "key", "what the key is for")
	f.BoolVar(&k.json, "json", false, "the key and its record as JSON")
	list := k.command("list", "List the keys of all accounts", cobra.NoArgs, (*serverFlags).runOnExisting, k.list)
	list.Flags().BoolVar(&k.json, "json", false, "a line of JSON for each key")
	cmd.AddCommand(create, list, k.command("revoke ID", "End a key at once", cobra.ExactArgs(1), (*serverFlags).runOnExisting, k.revoke))
	return cmd
}

// opening is serverFlags.on or serverFlags.with.
type opening func(*serverFlags, context.Context, func(*server.Server) error) error

// command returns a sub-command that works on an open service.
func (k *keys) command(use, short string, args cobra.PositionalArgs, open opening, run func(context.Context, *server.Server, []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: args}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := configure(cmd.Flags()); err != nil {
			return err
		}
		return open(&k.flags, cmd.Context(), func(s *server.Server) error { return run(asUser(cmd.Context()), s, args) })
	}
	k.flags.storing(cmd.Flags())
	return cmd
}

func (k *keys) create(ctx context.Context, s *server.Server, _ []string) error {
	for _, scope := range k.scopes {
		k.request.Scopes = append(k.request.Scopes, client.Scope(scope))
	}
	key, err := s.IssueKey(ctx, k.request)
	if err != nil {
		return failed("keys create", err)
	}
	if k.json {
		return json.NewEncoder(k.std.Out).Encode(key)
	}
	fmt.Fprintln(k.std.Out, key.Key)
	return nil
}

func (k *keys) list(ctx context.Context, s *server.Server, _ []string) error {
	list, err := s.Keys(ctx)
	if err != nil {
		return failed("keys list", err)
	}
	if k.json {
		enc := json.NewEncoder(k.std.Out)
		for _, key := range list {
			if err := enc.Encode(key); err != nil {
				return failed("keys list", err)
			}
		}
		return nil
	}
	return writeKeys(k.std.Out, list, time.Now())
}

// writeKeys writes a table of keys.
func writeKeys(w io.Writer, list []server.Key, now time.Time) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ID\tACCOUNT\tPLAN\tENV\tNAME\tSTATE\tLAST USED")
	for _, k := range list {
		used := "never"
		if k.LastUsedAt != nil {
			used = k.LastUsedAt.Format(time.DateTime)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Account, k.Plan, k.Environment, k.Name, keyState(k, now), used)
	}
	return t.Flush()
}

// keyState returns in one word whether a key is valid.
func keyState(k server.Key, now time.Time) string {
	switch {
	case k.RevokedAt != nil:
		return "revoked"
	case k.ExpiresAt != nil && now.After(*k.ExpiresAt):
		return "expired"
	case k.ExpiresAt != nil:
		return "replaced"
	}
	return "good"
}

func (k *keys) revoke(ctx context.Context, s *server.Server, args []string) error {
	if err := s.RevokeKey(ctx, args[0]); err != nil {
		return failed("keys revoke", err)
	}
	fmt.Fprintf(k.std.Out, "revoked %s\n", args[0])
	return nil
}
