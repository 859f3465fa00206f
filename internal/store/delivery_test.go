package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
)

// endpoint registers an endpoint of an account.
func endpoint(t testing.TB, db *store.DB, account string) *store.Webhook {
	t.Helper()
	w := &store.Webhook{Account: account, URL: "https://a.example/", Events: []string{"*"}, Format: "a", Scheme: 2, Secret: "s", SecretHint: "t"}
	update(t, db, func(ctx context.Context, tx store.Tx) error { return store.InsertWebhook(ctx, tx, w, 20) })
	return w
}

// deliveries adds one delivery to each host.
func deliveries(t testing.TB, db *store.DB, account, webhook string, hosts ...string) []*store.Delivery {
	t.Helper()
	var ds []*store.Delivery
	for i, host := range hosts {
		ds = append(ds, &store.Delivery{Account: account, Webhook: webhook, EventID: fmt.Sprint("evt_", i), Event: "conversion.completed",
			Payload: "{}", URL: "https://" + host + "/", Host: host, Conversion: "conv_1"})
	}
	update(t, db, func(ctx context.Context, tx store.Tx) error { return store.InsertDeliveries(ctx, tx, ds) })
	return ds
}

// take takes what is due to a host, up to the first page.
func take(t testing.TB, db *store.DB, host string, lease time.Duration) (taken []*store.Delivery) {
	t.Helper()
	update(t, db, func(ctx context.Context, tx store.Tx) error {
		accounts, err := store.WaitingAccounts(ctx, tx, []store.HostPage{{Host: host}}, 10)
		require.NoError(t, err)
		var ids []string
		for _, a := range accounts {
			due, err := store.DueDeliveries(ctx, tx, []store.Lane{a.Lane}, 10)
			require.NoError(t, err)
			require.Equal(t, a.Due, len(due) > 0)
			for _, d := range due {
				ids = append(ids, d.ID)
			}
		}
		taken, err = store.TakeDeliveries(ctx, tx, ids, lease)
		return err
	})
	return taken
}

func report(t testing.TB, db *store.DB, reports ...store.Report) (counted map[string]bool) {
	t.Helper()
	update(t, db, func(ctx context.Context, tx store.Tx) (err error) {
		counted, err = store.ReportDeliveries(ctx, tx, reports)
		return err
	})
	return counted
}

func getDelivery(t testing.TB, db *store.DB, account, id string) (d *store.Delivery, attempts []store.Attempt) {
	t.Helper()
	require.NoError(t, db.View(t.Context(), func(tx store.Tx) (err error) {
		if d, err = store.GetDelivery(t.Context(), tx, account, id); err != nil {
			return err
		}
		attempts, err = store.ListAttempts(t.Context(), tx, id)
		return err
	}))
	return d, attempts
}

func TestDeliveriesAreTakenByHostAndOnce(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		deliveries(t, db, a, "", "b:443", "a:443", "b:443", "c:8443")
		hosts := func(behind string, limit int) (out []string) {
			require.NoError(t, db.View(t.Context(), func(tx store.Tx) (err error) {
				out, err = store.DueHosts(t.Context(), tx, behind, limit)
				return err
			}))
			return out
		}
		require.Equal(t, []string{"a:443", "b:443", "c:8443"}, hosts("", 10))
		require.Equal(t, []string{"b:443"}, hosts("a:443", 1))
		require.Len(t, take(t, db, "b:443", time.Hour), 2)
		require.Empty(t, take(t, db, "b:443", time.Hour))
		require.Equal(t, []string{"a:443", "c:8443"}, hosts("", 10))
		require.NoError(t, db.View(t.Context(), func(tx store.Tx) error {
			in, err := store.NextDue(t.Context(), tx)
			require.InDelta(t, time.Hour, in, float64(time.Minute))
			return err
		}))
	})
}

func TestWaitingAccountsAndEndpoints(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a, b := account(t, db, "a"), account(t, db, "b")
		first, second := min(a, b), max(a, b)
		w := endpoint(t, db, first)
		const long = "https://h.example/"
		address := func(i int) string { return fmt.Sprint(long, strings.Repeat("é", 1000), i) }
		add := func(account, webhook, url string) *store.Delivery {
			d := &store.Delivery{Account: account, Webhook: webhook, EventID: "evt", Event: "conversion.completed", Payload: "{}", URL: url, Host: "h:1"}
			update(t, db, func(ctx context.Context, tx store.Tx) error {
				return store.InsertDeliveries(ctx, tx, []*store.Delivery{d})
			})
			return d
		}
		for range 3 {
			add(first, w.ID, long)
		}
		for i := range 3 {
			add(first, "", address(i))
		}
		mine := add(second, "", address(0))
		later := deliveries(t, db, second, "", "i:1")[0]
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := store.TakeDeliveries(ctx, tx, []string{later.ID}, time.Hour)
			return err
		})

		update(t, db, func(ctx context.Context, tx store.Tx) error {
			pages := func(limit int, pages ...store.HostPage) []store.Waiting {
				got, err := store.WaitingAccounts(ctx, tx, pages, limit)
				require.NoError(t, err)
				return got
			}
			h := []store.Lane{{Host: "h:1", Account: first}, {Host: "h:1", Account: second}, {Host: "i:1", Account: second}}
			all := []store.Waiting{{Lane: h[0], Due: true}, {Lane: h[1], Due: true}, {Lane: h[2]}}
			require.ElementsMatch(t, all, pages(2, store.HostPage{Host: "h:1"}, store.HostPage{Host: "i:1"}, store.HostPage{Host: "j:1"}))
			require.Equal(t, all[:1], pages(1, store.HostPage{Host: "h:1"}))
			require.Equal(t, all[1:2], pages(1, store.HostPage{Host: "h:1", Behind: first}))
			require.Empty(t, pages(1))

			endpoints := func(account, behind string, limit int) []store.Due {
				got, err := store.WaitingEndpoints(ctx, tx, []store.LanePage{{Lane: store.Lane{Host: "h:1", Account: account}, Behind: behind}}, limit)
				require.NoError(t, err)
				return got
			}
			require.Equal(t, mine.ID, endpoints(second, "", 9)[0].ID)
			found := endpoints(first, "", 9)
			require.Len(t, found, 4, "a webhook, and three addresses that differ in their last letter")
			require.Equal(t, found[1:3], endpoints(first, found[0].Endpoint, 2))
			require.Contains(t, []string{found[0].Endpoint, found[1].Endpoint, found[2].Endpoint, found[3].Endpoint}, w.ID)
			for _, d := range found {
				taken, err := store.TakeDeliveries(ctx, tx, []string{d.ID}, time.Hour)
				require.NoError(t, err)
				require.Len(t, taken, 1)
			}
			due := 0
			for _, d := range endpoints(first, "", 9) {
				if d.ID != "" {
					due++
					require.Equal(t, w.ID, d.Endpoint)
				}
			}
			require.Equal(t, 1, due, "the second of the webhook")
			two, err := store.WaitingEndpoints(ctx, tx, []store.LanePage{{Lane: h[0]}, {Lane: h[1]}, {Lane: h[2]}}, 2)
			require.NoError(t, err)
			require.Len(t, two, 4, "two, one and one")
			due2, err := store.DueDeliveries(ctx, tx, h, 1)
			require.NoError(t, err)
			require.Equal(t, []string{first, second}, []string{due2[0].Account, due2[1].Account}, "none is due of the third")
			taken, err := store.TakeDeliveries(ctx, tx, []string{found[0].ID}, time.Hour)
			require.Empty(t, taken, "it is taken")
			return err
		})
	})
}

func TestOnlyTheLastTakerDecides(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		d := deliveries(t, db, a, "", "h:443")[0]
		first := take(t, db, "h:443", -time.Second)[0] // a lease that has run out
		second := take(t, db, "h:443", time.Hour)[0]
		require.Greater(t, second.Fence, first.Fence)
		attempt := func(class string) *store.Attempt {
			return &store.Attempt{Started: d.Created, Duration: time.Millisecond, StatusCode: 500, Error: class, Response: "x"}
		}
		require.Empty(t, report(t, db, store.Report{Delivery: d.ID, Fence: first.Fence, Status: store.Succeeded, Attempt: attempt("")}))
		got, attempts := getDelivery(t, db, a, d.ID)
		require.Equal(t, store.Pending, got.Status)
		require.True(t, got.Sending)
		require.Zero(t, got.Attempts)
		require.Len(t, attempts, 1)

		require.Equal(t, map[string]bool{d.ID: true}, report(t, db,
			store.Report{Delivery: d.ID, Fence: second.Fence, Status: store.Pending, Delay: time.Minute, Attempt: attempt("status")}))
		got, attempts = getDelivery(t, db, a, d.ID)
		require.Equal(t, []any{store.Pending, false, int64(1), int64(2)}, []any{got.Status, got.Sending, got.Attempts, got.Total})
		require.Equal(t, store.Attempt{Number: 2, Started: d.Created, Duration: time.Millisecond, StatusCode: 500, Error: "status", Response: "x"}, attempts[1])
		require.Empty(t, take(t, db, "h:443", time.Hour), "it is not due")

		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := store.ReplayDelivery(ctx, tx, a, d.ID)
			return err
		})
		third := take(t, db, "h:443", time.Hour)[0]
		report(t, db, store.Report{Delivery: d.ID, Fence: third.Fence, Status: store.GivenUp})
		got, attempts = getDelivery(t, db, a, d.ID)
		require.Equal(t, store.GivenUp, got.Status)
		require.False(t, got.Completed.IsZero())
		require.Len(t, attempts, 2, "one that was not sent has no attempt")
	})
}

func TestReplayBeginsANewSeries(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a, other := account(t, db, "a"), account(t, db, "b")
		w := endpoint(t, db, a)
		ds := deliveries(t, db, a, w.ID, "h:1", "h:1", "h:1", "h:1")
		for _, d := range take(t, db, "h:1", time.Hour) {
			status := store.GivenUp
			if d.ID == ds[3].ID {
				status = store.Succeeded
			}
			report(t, db, store.Report{Delivery: d.ID, Fence: d.Fence, Status: status, Attempt: &store.Attempt{Started: d.Created}})
		}
		replay := func(r store.ReplayRange) (n int64) {
			update(t, db, func(ctx context.Context, tx store.Tx) (err error) {
				n, err = store.ReplayDeliveries(ctx, tx, w.ID, r, 2)
				return err
			})
			return n
		}
		failed := store.ReplayRange{Status: store.GivenUp}
		require.Zero(t, replay(store.ReplayRange{Status: store.GivenUp, Until: ds[0].Created.Add(-time.Second)}))
		require.Equal(t, int64(2), replay(failed))
		require.Equal(t, int64(1), replay(failed))
		require.Zero(t, replay(failed))
		got, _ := getDelivery(t, db, a, ds[0].ID)
		require.Equal(t, []any{store.Pending, int64(0), int64(1)}, []any{got.Status, got.Attempts, got.Total})
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := store.ReplayDelivery(ctx, tx, other, ds[3].ID)
			require.ErrorIs(t, err, store.ErrNotFound)
			got, err := store.ReplayDelivery(ctx, tx, a, ds[3].ID)
			require.Equal(t, store.Pending, got.Status)
			return err
		})
	})
}

func TestADisabledEndpointGetsNothing(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		w := endpoint(t, db, a)
		d := deliveries(t, db, a, w.ID, "a.example:443")[0]
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			w.URL = "https://b.example/"
			return store.UpdateWebhook(ctx, tx, w, "b.example:443")
		})
		taken := take(t, db, "b.example:443", time.Hour)
		require.Len(t, taken, 1, "it goes to the new address")
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			require.NoError(t, store.DisableWebhook(ctx, tx, w.ID, "gone"))
			return store.DisableWebhook(ctx, tx, w.ID, "another reason")
		})
		got, _ := getDelivery(t, db, a, d.ID)
		require.Equal(t, store.GivenUp, got.Status)
		require.Empty(t, report(t, db, store.Report{Delivery: d.ID, Fence: taken[0].Fence, Status: store.Pending}))
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			got, err := store.LockWebhook(ctx, tx, a, w.ID)
			require.NoError(t, err)
			require.Equal(t, "gone", got.DisabledReason)
			_, err = store.LockWebhook(ctx, tx, "acct_other", w.ID)
			require.ErrorIs(t, err, store.ErrNotFound)
			require.NoError(t, store.DeleteWebhook(ctx, tx, a, w.ID))
			return nil
		})
		got, _ = getDelivery(t, db, a, d.ID)
		require.Equal(t, w.ID, got.Webhook, "the log stays")
	})
}

func TestAnAccountHasSoManyEndpoints(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		w := endpoint(t, db, a)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			require.ErrorIs(t, store.InsertWebhook(ctx, tx, &store.Webhook{Account: a}, 1), store.ErrLimit)
			got, err := store.WebhookFailed(ctx, tx, w.ID, 3)
			require.NoError(t, err)
			require.Equal(t, int64(3), got.Failures)
			require.False(t, got.FailingSince.IsZero())
			require.NoError(t, store.WebhookSucceeded(ctx, tx, w.ID))
			got, err = store.GetWebhook(ctx, tx, a, w.ID)
			require.Zero(t, got.Failures)
			require.True(t, got.FailingSince.IsZero())
			require.False(t, got.LastSuccess.IsZero())
			return err
		})
	})
}

func TestDeliveriesAreListed(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		w := endpoint(t, db, a)
		ds := deliveries(t, db, a, w.ID, "h:1", "h:1", "h:1")
		deliveries(t, db, account(t, db, "b"), "", "h:1")
		all := func(f store.DeliveryFilter) (ids []string) {
			for {
				var page []*store.Delivery
				require.NoError(t, db.View(t.Context(), func(tx store.Tx) (err error) {
					page, f.Cursor, err = store.ListDeliveries(t.Context(), tx, a, f)
					return err
				}))
				for _, d := range page {
					ids = append(ids, d.ID)
				}
				if f.Cursor == "" {
					return ids
				}
			}
		}
		want := []string{ds[2].ID, ds[1].ID, ds[0].ID}
		slices.Sort(want)
		slices.Reverse(want)
		require.Equal(t, want, all(store.DeliveryFilter{Limit: 2}))
		require.Equal(t, want, all(store.DeliveryFilter{Limit: 9, Webhook: w.ID, Conversion: "conv_1", Status: store.Pending}))
		require.Empty(t, all(store.DeliveryFilter{Limit: 9, Status: store.GivenUp}))
		require.Empty(t, all(store.DeliveryFilter{Limit: 9, Webhook: "whk_other"}))
		require.ErrorIs(t, db.View(t.Context(), func(tx store.Tx) error {
			_, _, err := store.ListDeliveries(t.Context(), tx, a, store.DeliveryFilter{Limit: 1, Cursor: "x"})
			return err
		}), store.ErrCursor)
	})
}

func TestOldDeliveriesGoWithTheirAttempts(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		ds := deliveries(t, db, a, "", "h:1", "i:1")
		d := take(t, db, "h:1", time.Hour)[0]
		report(t, db, store.Report{Delivery: d.ID, Fence: d.Fence, Status: store.Succeeded, Attempt: &store.Attempt{Started: d.Created}})
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			n, err := store.DeleteOldDeliveries(ctx, tx, d.Created.Add(time.Second), 10)
			require.Equal(t, int64(1), n, "the pending one stays")
			require.NoError(t, err)
			attempts, err := store.ListAttempts(ctx, tx, d.ID)
			require.Empty(t, attempts)
			require.NoError(t, err)
			_, err = store.GetDelivery(ctx, tx, a, ds[1].ID)
			return err
		})
	})
}

func TestANewerProgressTakesTheOldOnesPlace(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		ds := []*store.Delivery{
			{Account: a, EventID: "evt_1", Event: "batch.progress", Payload: "{}", URL: "u", Host: "h:1", Batch: "batch_1"},
			{Account: a, EventID: "evt_2", Event: "batch.progress", Payload: "{}", URL: "u", Host: "h:2", Batch: "batch_1"},
			{Account: a, EventID: "evt_3", Event: "batch.progress", Payload: "{}", URL: "u", Host: "h:1", Batch: "batch_2"},
		}
		update(t, db, func(ctx context.Context, tx store.Tx) error { return store.InsertDeliveries(ctx, tx, ds) })
		take(t, db, "h:2", time.Hour)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			return store.SupersedeDeliveries(ctx, tx, "batch_1", "batch.progress")
		})
		var got []store.DeliveryStatus
		for _, d := range ds {
			d, _ := getDelivery(t, db, a, d.ID)
			got = append(got, d.Status)
		}
		require.Equal(t, []store.DeliveryStatus{store.Superseded, store.Pending, store.Pending}, got)
	})
}
