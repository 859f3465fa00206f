package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/client"
)

// deliveries runs the commands about events that a service has sent.
type deliveries struct {
	std    Streams
	remote string
	query  client.DeliveryQuery
	status string
	most   int
	since  time.Duration
	json   bool
}

// remoteFlag defines the flag with the address of the service.
func (d *deliveries) remoteFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&d.remote, "remote", "", "address of the service; the environment variable "+keyVariable+" holds the API key")
	_ = cmd.MarkFlagRequired("remote") // the flag is defined above
}

func newDeliveries(std Streams) *cobra.Command {
	d := &deliveries{std: std}
	cmd := &cobra.Command{
		Use:     "deliveries --remote URL",
		Short:   "List what a service has sent, newest first",
		Example: "  pagelift webhooks deliveries --remote https://pdf.example.com --status failed",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return d.list(cmd.Context()) },
	}
	d.remoteFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&d.query.WebhookID, "webhook", "", "only those to this webhook")
	flags.StringVar(&d.query.ConversionID, "conversion", "", "only those about this conversion")
	flags.StringVar(&d.status, "status", "", "only pending, succeeded, failed or superseded ones")
	flags.IntVar(&d.most, "most", 20, "how many; 0: all that there are")
	flags.BoolVar(&d.json, "json", false, "a line of JSON for each delivery")
	return cmd
}

func (d *deliveries) list(ctx context.Context) error {
	c, err := connect(d.remote)
	if err != nil {
		return err
	}
	d.query.Status = client.DeliveryStatus(d.status)
	if d.query.Paging.Limit = min(d.most, pageLimit); d.most == 0 {
		d.query.Paging.Limit = pageLimit
	}
	enc := json.NewEncoder(d.std.Out)
	enc.SetEscapeHTML(false)
	table := tabwriter.NewWriter(d.std.Out, 0, 0, 2, ' ', 0)
	if !d.json {
		fmt.Fprintln(table, "ID\tEVENT\tSTATUS\tATTEMPTS\tCREATED\tURL")
	}
	shown := 0
	for v, err := range c.Deliveries.All(ctx, d.query) {
		if err != nil {
			return failed("deliveries", err)
		}
		if d.json {
			err = enc.Encode(v)
		} else {
			_, err = fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\t%s\n", v.ID, v.Event, v.Status, v.AttemptCount, v.CreatedAt.Format(time.DateTime), v.URL)
		}
		if err != nil {
			return failed("deliveries", err)
		}
		if shown++; shown == d.most {
			break
		}
	}
	return table.Flush()
}

// pageLimit is the largest page of a list that a service returns.
const pageLimit = 100

func newReplay(std Streams) *cobra.Command {
	d := &deliveries{std: std}
	cmd := &cobra.Command{
		Use:   "replay --remote URL {DELIVERY | WEBHOOK}...",
		Short: "Have a service send again what failed",
		Long: "Replay has a service send deliveries again, each with a new series of attempts: those that are\n" +
			"named, and of webhooks all that failed, 10,000 at a time.",
		Example: "  pagelift webhooks replay --remote https://pdf.example.com dlv_0123456789\n" +
			"  pagelift webhooks replay --remote https://pdf.example.com whk_0123456789 --since 48h",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return d.replay(cmd.Context(), args) },
	}
	d.remoteFlag(cmd)
	cmd.Flags().DurationVar(&d.since, "since", 0, "of webhooks, only what happened since so long ago (default: 30 days, which they are kept)")
	return cmd
}

func (d *deliveries) replay(ctx context.Context, ids []string) error {
	c, err := connect(d.remote)
	if err != nil {
		return err
	}
	var failures []error
	for _, id := range ids {
		n, err := d.replayOne(ctx, c, id)
		if err != nil {
			err = failed(id, err)
			if len(ids) == 1 || ctx.Err() != nil {
				return err
			}
			fmt.Fprintf(d.std.Err, "pagelift: %v\n", err)
			failures = append(failures, err)
			continue
		}
		fmt.Fprintf(d.std.Out, "%s: %d to be sent again\n", id, n)
	}
	return summary(failures, len(ids))
}

// replayOne replays a delivery, or all failed deliveries of a webhook, and returns how many.
func (d *deliveries) replayOne(ctx context.Context, c *client.Client, id string) (int, error) {
	if strings.HasPrefix(id, "dlv_") {
		_, err := c.Deliveries.Replay(ctx, id)
		return 1, err
	}
	var r client.Replay
	if d.since > 0 {
		since := time.Now().Add(-d.since)
		r.Since = &since
	}
	replayed, err := c.Webhooks.Replay(ctx, id, r)
	if err != nil {
		return 0, err
	}
	return replayed.Count, nil
}
