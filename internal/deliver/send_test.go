package deliver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/webhook"
	"github.com/pagelift/pagelift/webhook/webhooktest"
)

// inbox collects verified events.
type inbox struct {
	mu     sync.Mutex
	events []*webhook.Event
}

func (i *inbox) add(e *webhook.Event) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.events = append(i.events, e)
}

func (i *inbox) all() []*webhook.Event {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.events)
}

// verified answers verified events with 204, and all others with 401.
func (i *inbox) verified(secret func() string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		e, err := webhook.Verify(r.Header, body, []string{secret()}, webhook.Options{})
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		i.add(e)
		w.WriteHeader(http.StatusNoContent)
	}
}

// TestAConversionIsToldToAllWhoWantIt goes from the change of the state to the receivers. River wakes the sender.
func TestAConversionIsToldToAllWhoWantIt(t *testing.T) {
	each(t, func(b *bench) {
		var a, raw, adHoc inbox
		var secretA, secretRaw, secretAccount string
		serverA := receiver(b, a.verified(func() string { return secretA }))
		serverRaw := receiver(b, raw.verified(func() string { return secretRaw }))
		serverAdHoc := receiver(b, adHoc.verified(func() string { return secretAccount }))
		_, secretA = b.endpoint(store.Webhook{URL: serverA.URL + "/x"})
		_, secretRaw = b.endpoint(store.Webhook{URL: serverRaw.URL, Events: []string{"conversion.completed"}, Format: "b", Scheme: 1})
		account, err := b.vault.Rotate(b.account, "", deliver.Rotation{Now: time.Now(), Grace: time.Hour})
		require.NoError(b, err)
		secretAccount = account.Clear
		b.update(func(ctx context.Context, tx store.Tx) error {
			return store.SetWebhookSecret(ctx, tx, b.account, account.Sealed)
		})

		b.told(b.sender(deliver.Config{}, serverA, serverRaw, serverAdHoc))

		first := b.convert(serverAdHoc.URL, store.Outcome{
			Status: store.Completed, Lifetime: time.Hour, Pages: 3, Duration: 1250 * time.Millisecond,
			Metadata: json.RawMessage(`{"pages":3,"title":"T"}`),
		})
		second := b.convert(serverA.URL+"/x", store.Outcome{Status: store.Failed, Error: &store.Failure{Code: "invalid_document", Message: "m"}})
		log := b.settled()
		require.Len(b, log, 4+1+2, "two conversions with two events, for those who want them")
		for _, d := range log {
			require.Equal(b, store.Succeeded, d.Status)
		}
		require.ElementsMatch(b, []string{
			first + " conversion.started", first + " conversion.completed", second + " conversion.started", second + " conversion.failed",
		}, told(a.all()))
		require.ElementsMatch(b, []string{first + " conversion.started", first + " conversion.completed"}, told(adHoc.all()))
		require.Equal(b, []string{first + " conversion.completed"}, told(raw.all()))

		e := raw.all()[0]
		require.Equal(b, webhook.FormatNested, e.Format)
		require.Equal(b, "https://pdf.example/"+first, e.DownloadURL)
		require.JSONEq(b, `{"pages":3,"title":"T"}`, string(e.Document))
		for _, e := range a.all() {
			switch e.Kind {
			case webhook.ConversionCompleted:
				require.Equal(b, webhook.Metadata{Pages: 3, ProcessingTime: 1.25, FileSize: 99}, e.Metadata)
			case webhook.ConversionFailed:
				require.Equal(b, &webhook.Failure{Code: "invalid_document", Message: "m"}, e.Failure)
			}
		}
	})
}

func told(events []*webhook.Event) (out []string) {
	for _, e := range events {
		out = append(out, e.ConversionID+" "+string(e.Kind))
	}
	return out
}

// convert takes a conversion to its end.
func (b *bench) convert(url string, o store.Outcome) string {
	b.Helper()
	c := &store.Conversion{Account: b.account, InputFile: "a.pdf", FileSize: 99, WebhookURL: url}
	b.update(func(ctx context.Context, tx store.Tx) error { return store.InsertConversion(ctx, tx, c) })
	b.update(func(ctx context.Context, tx store.Tx) error {
		tickets, err := store.Admit(ctx, tx, b.account, 1)
		if err != nil {
			return err
		}
		if _, err := store.Claim(ctx, tx, tickets[0]); err != nil {
			return err
		}
		_, err = store.Finish(ctx, tx, tickets[0], o)
		return err
	})
	return c.ID
}

func TestWhatFailsIsTriedAgainAndCanBeReplayed(t *testing.T) {
	each(t, func(b *bench) {
		var broken atomic.Bool
		broken.Store(true)
		var secret string
		var got inbox
		server := receiver(b, func(w http.ResponseWriter, r *http.Request) {
			if !broken.Load() {
				got.verified(func() string { return secret })(w, r)
				return
			}
			got.verified(func() string { return secret })(httptest.NewRecorder(), r)
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, "out of order\x00", strings.Repeat("é", 3000))
		})
		w, s := b.endpoint(store.Webhook{URL: server.URL})
		secret = s
		sender := b.sender(deliver.Config{Schedule: quick}, server)
		b.emit(1, "")
		d := b.settled()[0]
		require.Equal(b, store.GivenUp, d.Status)
		attempts := b.attempts(d.ID)
		require.Len(b, attempts, 5)
		for i, a := range attempts {
			require.Equal(b, []any{int64(i + 1), int64(500), "status"}, []any{a.Number, a.StatusCode, a.Error})
			require.Regexp(b, "^out of order�é+$", a.Response)
			require.LessOrEqual(b, len(a.Response), 1024)
		}
		events := got.all()
		require.Len(b, events, 5, "each is signed anew and verifies")
		for i, e := range events {
			require.Equal(b, []any{i, d.EventID}, []any{e.RetryCount, e.ID})
		}

		broken.Store(false)
		b.update(func(ctx context.Context, tx store.Tx) error {
			n, err := store.ReplayDeliveries(ctx, tx, w.ID, store.ReplayRange{Status: store.GivenUp}, 10)
			require.Equal(b, int64(1), n)
			return err
		})
		require.Equal(b, store.Succeeded, b.settled()[0].Status)
		last := got.all()[5]
		require.Equal(b, []any{0, d.EventID}, []any{last.RetryCount, last.ID})
		require.Len(b, b.attempts(d.ID), 6)

		attempt, err := sender.Try(b.Context(), w, webhook.BatchCompleted)
		require.NoError(b, err)
		require.Equal(b, int64(204), attempt.StatusCode)
		require.True(b, got.all()[6].Test)
		require.Len(b, b.log(), 1, "a sample is not in the log")
	})
}

func TestAnEndpointThatIsGoneIsDisabled(t *testing.T) {
	each(t, func(b *bench) {
		server := receiver(b, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) })
		w, _ := b.endpoint(store.Webhook{URL: server.URL})
		b.sender(deliver.Config{}, server)
		b.emit(1, server.URL+"/adhoc")
		for _, d := range b.settled() {
			require.Equal(b, store.GivenUp, d.Status)
			require.Len(b, b.attempts(d.ID), 1)
		}
		b.update(func(ctx context.Context, tx store.Tx) (err error) {
			w, err = store.GetWebhook(ctx, tx, b.account, w.ID)
			return err
		})
		require.Equal(b, "The endpoint answered 410 Gone.", w.DisabledReason)
		b.emit(1, "")
		require.Len(b, b.log(), 2, "it gets nothing more")
	})
}

func TestADeadEndpointIsDisabledAfterFiveDays(t *testing.T) {
	each(t, func(b *bench) {
		server := receiver(b, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
		w, _ := b.endpoint(store.Webhook{URL: server.URL})
		b.sender(deliver.Config{Schedule: deliver.Schedule{0}}, server)
		get := func() (got *store.Webhook) {
			b.update(func(ctx context.Context, tx store.Tx) (err error) {
				got, err = store.GetWebhook(ctx, tx, b.account, w.ID)
				return err
			})
			return got
		}
		b.emit(1, "")
		b.settled()
		got := get()
		require.True(b, got.Disabled.IsZero())
		require.Equal(b, int64(1), got.Failures)
		b.update(func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE webhooks SET failing_since = $1", got.FailingSince.Add(-5*24*time.Hour).UnixMicro())
			return err
		})
		b.emit(1, "")
		b.settled()
		require.Contains(b, get().DisabledReason, "All deliveries have failed since ")
	})
}

// TestHostileReceivers lists what a receiver can do to a sender, and the outcome.
func TestHostileReceivers(t *testing.T) {
	elsewhere := receiver(t, func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") })
	endless := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		page := []byte(strings.Repeat("x", 32<<10))
		for r.Context().Err() == nil {
			if _, err := w.Write(page); err != nil {
				return
			}
		}
	})
	redirect := receiver(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, http.StatusFound) })
	header := receiver(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 1<<20)) })
	hangUp := receiver(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	plain := httptest.NewServer(http.HandlerFunc(ok))
	t.Cleanup(plain.Close)
	closed := httptest.NewServer(http.HandlerFunc(ok))
	closed.Close()
	for name, c := range map[string]struct {
		url, class string
		guard      *fetch.Guard
		status     int64
		stranger   bool // the sender does not trust its certificate
	}{
		"redirects":                         {url: redirect.URL, class: "redirect", status: 302},
		"answers without an end":            {url: endless.URL, status: 200},
		"has a certificate nobody knows":    {url: endless.URL, class: "tls", stranger: true},
		"does not speak TLS":                {url: strings.Replace(plain.URL, "http:", "https:", 1), class: "tls"},
		"is not encrypted":                  {url: plain.URL, class: "blocked"},
		"is inside":                         {url: endless.URL, class: "blocked", guard: fetch.NewGuard()},
		"is a name of the inside":           {url: strings.Replace(endless.URL, "127.0.0.1", "localhost", 1), class: "blocked", guard: fetch.NewGuard()},
		"is not there":                      {url: strings.Replace(closed.URL, "http:", "https:", 1), class: "connect"},
		"hangs up":                          {url: hangUp.URL, class: "answer"},
		"has a header beyond all measure":   {url: header.URL, class: "answer"},
		"has an address that cannot be one": {url: "https://127.0.0.1:99999/", class: "connect"},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(b *bench) {
				trusted := []*httptest.Server{endless} // the other servers have the same certificate
				if c.stranger {
					trusted = nil
				}
				b.sender(deliver.Config{Schedule: deliver.Schedule{0}, Guard: c.guard}, trusted...)
				b.emit(1, c.url)
				d := b.settled()[0]
				a := b.attempts(d.ID)[0]
				require.Equal(b, []any{c.class, c.status}, []any{a.Error, a.StatusCode})
				require.LessOrEqual(b, len(a.Response), 1024)
				require.NotContains(b, a.Response, "127.0.0.1:")
			})
		})
	}
}

// TestSlowReceiversDelayNobodyElse has fifty slow endpoints.
func TestSlowReceiversDelayNobodyElse(t *testing.T) {
	each(t, func(b *bench) {
		const slow, events = 50, 20
		const places = 64 // attempts at a time, to all hosts together
		var servers []*httptest.Server
		for range slow {
			server := receiver(b, func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body) // otherwise nobody notices that the sender hangs up
				<-r.Context().Done()
			})
			servers = append(servers, server)
			b.endpoint(store.Webhook{URL: server.URL})
		}
		var told, late, cut, ended atomic.Int64
		quickOne := receiver(b, func(w http.ResponseWriter, r *http.Request) {
			if told.Add(1) == events {
				late.Store(ended.Load())
			}
			w.WriteHeader(http.StatusOK)
		})
		w, _ := b.endpoint(store.Webhook{URL: quickOne.URL})
		b.sender(deliver.Config{Observe: func(class string, took time.Duration) {
			if class != "timeout" {
				return
			}
			ended.Add(1)
			if took >= 5*time.Second && took < 5500*time.Millisecond {
				cut.Add(1)
			}
		}}, append(servers, quickOne)...)
		for range events {
			b.emit(1, "")
		}
		require.Eventually(b, func() bool { return told.Load() == events }, patience, 5*time.Millisecond)
		// The quick endpoint waits for no slow attempt. On a busy machine some slow attempts may time out
		// meanwhile. They are fewer than if the quick endpoint waited for them, for five seconds in each turn.
		require.Less(b, late.Load(), int64(places*5/2), "slow attempts that had ended by then")
		require.Eventually(b, func() bool { return cut.Load() >= slow/2 }, patience, 10*time.Millisecond)
		b.update(func(ctx context.Context, tx store.Tx) error {
			w, err := store.GetWebhook(ctx, tx, b.account, w.ID)
			require.False(b, w.LastSuccess.IsZero())
			return err
		})
	})
}

func TestEachDeliveryIsSentOnceByManySenders(t *testing.T) {
	each(t, func(b *bench) {
		const events = 200
		var mu sync.Mutex
		got := map[string]int{}
		server := receiver(b, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			got[r.Header.Get("Webhook-Id")]++
			mu.Unlock()
			w.WriteHeader(http.StatusOK)
		})
		b.endpoint(store.Webhook{URL: server.URL})
		for range 3 {
			b.sender(deliver.Config{}, server)
		}
		b.emit(events, "")
		b.settled()
		require.Len(b, got, events)
		for id, n := range got {
			require.Equal(b, 1, n, id)
		}
	})
}

func TestStopGivesBackWhatIsUnderWay(t *testing.T) {
	each(t, func(b *bench) {
		arrived := make(chan struct{}, 1)
		server := receiver(b, func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			arrived <- struct{}{}
			<-r.Context().Done()
		})
		b.endpoint(store.Webhook{URL: server.URL})
		s := b.sender(deliver.Config{}, server)
		b.emit(1, "")
		<-arrived
		ended, cancel := context.WithCancel(b.Context())
		cancel()
		require.NoError(b, s.Stop(ended))
		d := b.log()[0]
		require.Equal(b, []any{store.Pending, int64(0), false}, []any{d.Status, d.Attempts, d.Sending})
		require.Empty(b, b.attempts(d.ID))
	})
}

// answersAHangUp is a transport for receivers that answer 200 as soon as the sender hangs up, and whose answer is
// still read.
type answersAHangUp struct{ arrived chan struct{} }

func (a answersAHangUp) RoundTrip(r *http.Request) (*http.Response, error) {
	close(a.arrived)
	<-r.Context().Done()
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: r}, nil
}

// TestAnAnswerToAHangUpIsNone: such an answer does not say that the receiver took the event.
func TestAnAnswerToAHangUpIsNone(t *testing.T) {
	each(t, func(b *bench) {
		b.endpoint(store.Webhook{URL: "https://127.0.0.1/"})
		transport := answersAHangUp{make(chan struct{})}
		b.transport = transport
		s := b.sender(deliver.Config{})
		b.emit(1, "")
		<-transport.arrived
		ended, cancel := context.WithCancel(b.Context())
		cancel()
		require.NoError(b, s.Stop(ended))
		d := b.log()[0]
		require.Equal(b, []any{store.Pending, int64(0), false}, []any{d.Status, d.Attempts, d.Sending})
		require.Empty(b, b.attempts(d.ID))
	})
}

func TestProgressIsOvertaken(t *testing.T) {
	each(t, func(b *bench) {
		progress := func(kind webhook.Kind) {
			b.update(func(ctx context.Context, tx store.Tx) error {
				e := webhook.Sample(kind, time.Now())
				return deliver.Emit(ctx, tx, deliver.Notice{Account: b.account, Event: e, URL: "https://a.example/"})
			})
		}
		progress(webhook.BatchProgress)
		progress(webhook.BatchProgress)
		progress(webhook.BatchCompleted)
		var got []string
		for _, d := range b.log() {
			got = append(got, d.Event+" "+string(d.Status))
		}
		require.Equal(b, []string{"batch.progress superseded", "batch.progress superseded", "batch.completed pending"}, got)
	})
}

func TestAReceiverHelperOfUsersAgrees(t *testing.T) {
	t.Parallel()
	b := newBench(t, storetest.SQLite(t))
	id := store.NewID("whk")
	secret := b.vault.New(id)
	server := webhooktest.NewServer([]string{secret.Clear}, nil)
	defer server.Close()
	pool := server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	s, err := deliver.NewSender(deliver.Config{DB: b.db, Vault: b.vault, Guard: loopback, RootCAs: pool, UserAgent: "pagelift"})
	require.NoError(t, err)
	for _, kind := range []webhook.Kind{webhook.ConversionStarted, webhook.ConversionFailed, webhook.BatchProgress} {
		a, err := s.Try(t.Context(), &store.Webhook{ID: id, URL: server.URL, Format: "b", Scheme: 2, Secret: secret.Sealed}, kind)
		require.NoError(t, err)
		require.Equal(t, int64(http.StatusNoContent), a.StatusCode)
	}
}
