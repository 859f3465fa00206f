package cli_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/webhook"
	"github.com/pagelift/pagelift/webhook/webhooktest"
)

// A drill is a test of a service of several processes. The service gets orders while processes and servers fail:
//
//	clients ── balancer ─┬─ api-1 ──────┬── gate ── PostgreSQL
//	                     └─ api-2 ──────┤
//	          worker-1 ─ worker-2 ─ w-3 ┴── gate ── versitygw
//	                └── webhooks ── two receivers
//
// Processes of each kind are killed, all are replaced one after the other, and the bucket and the database are
// unavailable for a time. Each of these is a blow. A seed decides the order of the blows, and when they come.
type drill struct {
	count int
	long  int           // pages of a long document
	pace  time.Duration // between two orders; 0: as soon as the last one was accepted
	kills [2]int        // of processes of the interface, of workers
	away  time.Duration // how long the bucket and the database are unavailable
	rest  time.Duration // mean time between two blows
	rolls bool          // replace all processes
	waits bool          // each client waits for the end of an order before the next
}

// Accounts of a drill. The account small converts two documents at a time. If a crash left a conversion that
// counts as running, the other orders of the account would be delayed, and the test would notice.
const (
	large = "default"
	small = "small"
)

// order is a conversion that a client asks for.
type order struct {
	number  int
	account string
	keyed   bool // with an Idempotency-Key; without one it is repeated all the same
	hooked  bool // with a webhook_url

	began   time.Time
	id      string // id in the answer
	refused int    // attempts with another answer: they may have been accepted all the same
}

func (o *order) customID() string { return "order-" + strconv.Itoa(o.number) }

// text returns a text that stands on the first page of this document only.
func (o *order) text() string { return fmt.Sprintf("This is the document of order %d.", o.number) }

// document returns a document of two pages. Every fifth document has long pages and one more, so that blows hit
// workers at work.
func (o *order) document(long int) []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	pages, line := 1, "One line of a page that is like the others."
	if o.number%5 == 1 {
		pages = long
	}
	pdf.AddPage(testkit.Page{Content: fmt.Sprintf("BT /F1 12 Tf 72 700 Td (%s) Tj ET", o.text())})
	for range pages {
		pdf.AddPage(testkit.Page{Content: "BT /F1 12 Tf 14 TL 72 700 Td" + strings.Repeat(" ("+line+") Tj T*", 20) + " ET"})
	}
	return pdf.Bytes()
}

const (
	// longDocument is how many pages keep a worker busy for some tenths of a second.
	longDocument = 300

	// answering is how long receivers of webhooks take to answer, like receivers that store events.
	answering = 50 * time.Millisecond
)

// blow is a failure that the drill has caused.
type blow struct {
	name     string
	from, to time.Time // to is when the cause ended; zero if recovery counts from the beginning
}

// arena is a running drill.
type arena struct {
	*testing.T
	drill
	chance  *rand.Rand // of blows
	apis    []*unit
	workers []*unit
	clients map[string]*client.Client // by account
	plain   map[string]*client.Client // the same clients, but without Idempotency-Key and without retries
	front   *balancer
	blows   []blow
	orders  []*order

	registered, given *webhooktest.Server // receivers for the webhook of large, and for addresses that come with conversions
	secrets           [2]atomic.Pointer[string]
}

// TestDrill checks a service of several processes, whatever happens to its processes, its database and its bucket.
// The service loses no conversion that it has accepted, makes one for each Idempotency-Key, counts each once,
// leaves no file behind, and sends an event for each. make soak runs it with the full number of orders, and with
// an S3 server instead of a folder.
func TestDrill(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("PAGELIFT_SEED"); text != "" {
		var err error
		seed, err = strconv.ParseUint(text, 10, 64)
		require.NoError(t, err)
	}
	t.Logf("PAGELIFT_SEED=%d gives the same blows", seed)
	server := testkit.OwnPostgres(t)
	database, databaseGate := server.Gated(t, server.Database(t))
	d := drill{count: 40, long: 30, pace: 100 * time.Millisecond, kills: [2]int{1, 1}, away: 2 * time.Second, rest: time.Second}
	if testkit.Soak() {
		d = drill{count: 1000, long: longDocument, pace: 110 * time.Millisecond, kills: [2]int{2, 3}, away: 20 * time.Second, rest: 5 * time.Second, rolls: true}
	}
	a := newArena(t, d, seed)
	dir := t.ArtifactDir()
	env := append(a.environment(), "PAGELIFT_DATABASE_URL="+database)
	bucket := filepath.Join(dir, "bucket")
	var bucketGate *testkit.Gate
	if testkit.Soak() {
		s3 := testkit.StartS3(t)
		bucketGate = testkit.NewGate(t, "tcp", strings.TrimPrefix(s3.URL, "http://"))
		bucket = s3.Dir
		env = append(env, s3Environment(s3, "http://"+bucketGate.Addr())...)
	} else {
		env = append(env, "PAGELIFT_BUCKET_URL=file://"+bucket)
	}
	a.connect(env, dir)
	for i := range 2 {
		a.apis = append(a.apis, newUnit(t, dir, fmt.Sprintf("api-%d", i+1), env, "--workers", "-1", "--drain-delay", drainDelay.String()))
	}
	for i := range 3 {
		a.workers = append(a.workers, newUnit(t, dir, fmt.Sprintf("worker-%d", i+1), env, "--workers", "1", "--drain-delay", drainDelay.String()))
	}
	a.run(databaseGate, bucketGate)
	left := leftOver(t, bucket, "results", "service")
	t.Logf("%d objects are left that nobody needs, and which go within a day: %v", len(left), left)
}

// s3Environment returns variables by which a process keeps its objects in the bucket of an S3 server at an
// address.
func s3Environment(s3 testkit.S3, address string) []string {
	return []string{
		"PAGELIFT_BUCKET_URL=s3://" + s3.Bucket + "?endpoint=" + address + "&region=us-east-1&use_path_style=true",
		"AWS_ACCESS_KEY_ID=" + s3.Key, "AWS_SECRET_ACCESS_KEY=" + s3.Secret,
	}
}

// TestDrillAtPeace gives figures for comparison: as many conversions without any failure, by the same service and
// by one process on SQLite, from eight clients that wait for each.
func TestDrillAtPeace(t *testing.T) {
	if !testkit.Soak() {
		t.Skip("make soak runs it, for it measures")
	}
	t.Run("processes", func(t *testing.T) {
		s3 := testkit.StartS3(t)
		a := newArena(t, drill{count: 1000, long: longDocument, waits: true}, 1)
		env := append(a.environment(), "PAGELIFT_DATABASE_URL="+testkit.OwnPostgres(t).Database(t))
		env = append(env, s3Environment(s3, s3.URL)...)
		dir := t.ArtifactDir()
		a.connect(env, dir)
		for i := range 2 {
			a.apis = append(a.apis, newUnit(t, dir, fmt.Sprintf("api-%d", i+1), env, "--workers", "-1"))
		}
		for i := range 3 {
			a.workers = append(a.workers, newUnit(t, dir, fmt.Sprintf("worker-%d", i+1), env, "--workers", "1"))
		}
		a.run(nil, nil)
		left := leftOver(t, s3.Dir, "results", "service")
		require.LessOrEqual(t, len(left), 2, "documents of clients that went just when their conversion was stored: %v", left)
	})
	t.Run("one on SQLite", func(t *testing.T) {
		a := newArena(t, drill{count: 1000, long: longDocument, waits: true}, 1)
		dir := t.ArtifactDir()
		env := append(a.environment(), "PAGELIFT_DATABASE_URL="+filepath.Join(dir, "pagelift.db"), "PAGELIFT_BUCKET_URL=file://"+filepath.Join(dir, "bucket"))
		a.connect(env, dir)
		a.apis = append(a.apis, newUnit(t, dir, "single", env, "--workers", "2"))
		a.run(nil, nil)
	})
}

// newArena makes the orders, and the receivers of events.
func newArena(t *testing.T, d drill, seed uint64) *arena {
	a := &arena{T: t, drill: d, chance: rand.New(rand.NewPCG(seed, 0)), clients: map[string]*client.Client{}, plain: map[string]*client.Client{}}
	for n := range d.count {
		o := &order{number: n, account: large, keyed: n%2 == 0, hooked: n%3 == 0}
		if n%5 == 0 {
			o.account = small
		}
		a.orders = append(a.orders, o)
	}
	for i, r := range []**webhooktest.Server{&a.registered, &a.given} {
		*r = webhooktest.NewServer(nil, func(w http.ResponseWriter, d webhooktest.Delivery) {
			secret := a.secrets[i].Load()
			if _, err := webhook.Verify(d.Header, d.Body, []string{*secret}, webhook.Options{}); err != nil {
				t.Errorf("a webhook is not signed: %v", err)
			}
			time.Sleep(answering)
			w.WriteHeader(http.StatusNoContent)
		})
		t.Cleanup((*r).Close)
	}
	return a
}

// environment returns the variables of all processes.
func (a *arena) environment() []string {
	trusted := filepath.Join(a.TempDir(), "authorities.pem")
	require.NoError(a, os.WriteFile(trusted, append(certificateOf(a.T, a.registered.URL), certificateOf(a.T, a.given.URL)...), 0o600))
	return []string{
		"PAGELIFT_ALLOW_PRIVATE=127.0.0.1", "PAGELIFT_CA_FILE=" + trusted, "PAGELIFT_SECRET=" + strings.Repeat("s3cret", 8),
		"PAGELIFT_FIRST_KEY=" + testKey(), "PAGELIFT_WEBHOOK_SCHEDULE=0s,1s,5s,20s,1m",
	}
}

// connect makes the accounts with their keys, and clients that go through the balancer.
func (a *arena) connect(env []string, dir string) {
	command := func(args ...string) string {
		cmd := exec.Command("pagelift", append(args, "--data", filepath.Join(dir, "commands"))...)
		cmd.Env = append(os.Environ(), env...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		require.NoError(a, err, "%s", &stderr)
		return string(out)
	}
	command("migrate")
	command("accounts", "set", small, "--plan", "enterprise", "--concurrent", "2")
	printed := command("keys", "create", "--account", small)
	var keys []string
	for word := range strings.FieldsSeq(printed) {
		if _, err := client.ParseKey(word); err == nil {
			keys = append(keys, word)
		}
	}
	require.Len(a, keys, 1, "%s", printed)
	a.front = &balancer{}
	for account, key := range map[string]string{large: testKey(), small: keys[0]} {
		to := func(way http.RoundTripper, attempts int) *client.Client {
			c, err := client.New(key, client.Config{BaseURL: "http://balancer", HTTPClient: &http.Client{Transport: way},
				Retry: client.RetryPolicy{Attempts: attempts, MaxWait: 5 * time.Second}})
			require.NoError(a, err)
			return c
		}
		a.clients[account], a.plain[account] = to(a.front, 5), to(keyless{a.front}, 1)
	}
}

// run gives the orders, causes the failures, and checks the outcome.
func (a *arena) run(database, bucket *testkit.Gate) {
	defer func() {
		if a.Failed() {
			for _, u := range a.units() {
				a.Log(tail(u.log))
			}
		}
	}()
	a.front.units = a.apis
	for _, u := range a.units() {
		u.restarted(a.T, 0)
	}
	a.subscribe()

	begin := time.Now()
	var clients sync.WaitGroup
	waiting := make(chan *order)
	for range senders {
		clients.Go(func() {
			for o := range waiting {
				a.send(o)
				if a.waits {
					_, err := a.clients[o.account].Conversions.Wait(a.Context(), o.id)
					assert.NoError(a, err, o.id)
				}
			}
		})
	}
	clients.Go(func() {
		defer close(waiting)
		for _, o := range a.orders {
			select {
			case waiting <- o:
			case <-a.Context().Done():
				return
			}
			time.Sleep(a.pace)
		}
	})
	if database != nil {
		a.harm(database, bucket)
	}
	clients.Wait()
	found := a.settled()
	a.check(found)
	a.report(begin, found)
	for _, u := range a.units() {
		require.NoError(a, u.end(a.T), "%s", u.name)
		require.Empty(a, leftOver(a.T, filepath.Join(u.data, "tmp")), "%s", u.name)
		log, err := os.ReadFile(u.log)
		require.NoError(a, err)
		require.NotContains(a, string(log), "panic", u.name)
	}
}

func (a *arena) units() []*unit { return slices.Concat(a.apis, a.workers) }

// subscribe registers the webhook of large, and stores the secrets of both receivers.
func (a *arena) subscribe() {
	hook, err := a.clients[large].Webhooks.Create(a.Context(), client.WebhookRequest{URL: a.registered.URL, Events: []string{"conversion.completed"}})
	require.NoError(a, err)
	a.secrets[0].Store(&hook.Secret)
	secret, err := a.clients[large].Webhooks.RotateAccountSecret(a.Context(), client.Rotation{})
	require.NoError(a, err)
	a.secrets[1].Store(&secret.Secret)
}

// keyless sends requests without Idempotency-Key.
type keyless struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (k keyless) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Del("Idempotency-Key")
	return k.RoundTripper.RoundTrip(r)
}

// senders is how many clients send orders at the same time.
const senders = 8

// hasty is the time-out of some first attempts. It is too short on purpose: the client repeats a request that is
// still being processed.
const hasty = 30 * time.Millisecond

// send sends an order until it is accepted.
func (a *arena) send(o *order) {
	o.began = time.Now()
	body := o.document(a.long)
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	r := client.ConvertRequest{File: client.File{Name: "a.pdf", Open: open, Size: int64(len(body))}, CustomID: o.customID()}
	if o.hooked && o.account == large {
		r.WebhookURL = a.given.URL
	}
	c := a.plain[o.account]
	if o.keyed {
		c = a.clients[o.account].With(client.CallOptions{IdempotencyKey: o.customID()})
	}
	for ; a.Context().Err() == nil; time.Sleep(500 * time.Millisecond) {
		patience := time.Minute
		if o.keyed && o.refused == 0 && o.number%8 == 0 {
			patience = hasty
		}
		ctx, cancel := context.WithTimeout(a.Context(), patience)
		got, err := c.Conversions.Start(ctx, r)
		cancel()
		if err == nil {
			o.id = got.ID
			return
		}
		o.refused++
		var refusal *client.Error
		if errors.As(err, &refusal) && !passing(refusal) {
			a.Errorf("%s: %v", o.customID(), err)
			return
		}
	}
}

// passing reports whether a refusal is temporary.
func passing(e *client.Error) bool {
	return e.Status >= http.StatusInternalServerError || e.Status == http.StatusTooManyRequests || e.Code == client.IdempotencyInProgress
}

// harm causes all blows, in an order and with pauses that the seed decides.
func (a *arena) harm(database, bucket *testkit.Gate) {
	blows := []func(){func() { a.block("the database is away", database) }}
	if bucket != nil {
		blows = append(blows, func() { a.block("the bucket is away", bucket) })
	}
	for range a.kills[0] {
		blows = append(blows, func() { a.strike(a.apis) })
	}
	for range a.kills[1] {
		blows = append(blows, func() { a.strike(a.workers) })
	}
	if a.rolls {
		blows = append(blows, a.roll)
	}
	for _, i := range a.chance.Perm(len(blows)) {
		time.Sleep(a.rest/2 + time.Duration(a.chance.Int64N(int64(a.rest))))
		blows[i]()
	}
}

// strike kills one of the processes while something is converted, and waits until it is ready again.
func (a *arena) strike(units []*unit) {
	u := units[a.chance.IntN(len(units))]
	for end := time.Now().Add(a.rest); time.Now().Before(end); time.Sleep(time.Millisecond) {
		page, err := a.clients[large].Conversions.List(a.Context(), client.ConversionQuery{Status: client.StatusProcessing, Paging: client.Paging{Limit: len(a.workers)}})
		if err == nil && len(page.Data) == len(a.workers) { // every worker has one
			break
		}
	}
	b := blow{name: u.name + " is killed", from: time.Now()}
	n := u.begun()
	u.kill()
	u.restarted(a.T, n)
	a.note(b)
}

// block closes a gate. Half of the time nothing passes, half of the time connections are reset. Now and then a
// worker is killed meanwhile.
func (a *arena) block(name string, gate *testkit.Gate) {
	halves := []func(){gate.Hang, gate.Refuse}
	a.chance.Shuffle(len(halves), func(i, j int) { halves[i], halves[j] = halves[j], halves[i] })
	b := blow{name: name, from: time.Now()}
	halves[0]()
	time.Sleep(a.away / 2)
	if a.chance.IntN(2) == 0 {
		u := a.workers[a.chance.IntN(len(a.workers))]
		b.name += ", " + u.name + " killed in it"
		u.kill()
	}
	halves[1]()
	time.Sleep(a.away / 2)
	b.to = time.Now()
	gate.Open()
	for _, u := range a.units() {
		u.restarted(a.T, 0)
	}
	a.note(b)
}

// roll replaces all processes one after the other.
func (a *arena) roll() {
	b := blow{name: "all are replaced", from: time.Now()}
	for _, u := range a.units() {
		n := u.begun()
		u.signal(syscall.SIGTERM)
		u.restarted(a.T, n)
	}
	a.note(b)
}

func (a *arena) note(b blow) {
	a.blows = append(a.blows, b)
	a.Logf("%s: ready again after %.1f s", b.name, time.Since(cmp.Or(b.to, b.from)).Seconds())
}

// settled waits until all conversions have ended, and returns them by account.
func (a *arena) settled() map[string][]*client.Conversion {
	found := map[string][]*client.Conversion{}
	for end := time.Now().Add(2 * failurePatience); ; time.Sleep(200 * time.Millisecond) {
		var open []string
		for account, c := range a.clients {
			found[account] = nil
			for v, err := range c.Conversions.All(a.Context(), client.ConversionQuery{Paging: client.Paging{Limit: 100}}) {
				require.NoError(a, err)
				found[account] = append(found[account], v)
				if v.CompletedAt == nil {
					open = append(open, v.ID+" "+string(v.Status))
				}
			}
		}
		if len(open) == 0 {
			return found
		}
		require.True(a, time.Now().Before(end), "%d are stuck: %v", len(open), open)
	}
}

// check compares what the service has with what was ordered.
func (a *arena) check(found map[string][]*client.Conversion) {
	made := map[string]map[string][]*client.Conversion{} // by account and custom id
	for account, all := range found {
		made[account] = map[string][]*client.Conversion{}
		var completed int64
		for _, v := range all {
			require.NotNil(a, v.CustomID)
			made[account][*v.CustomID] = append(made[account][*v.CustomID], v)
			if !assert.Equal(a, client.StatusCompleted, v.Status, "%s: %+v", v.ID, v.Error) {
				continue
			}
			completed++
		}
		usage, err := a.clients[account].Usage.Get(a.Context())
		require.NoError(a, err)
		assert.Equal(a, completed, usage.Conversions.Used, "%s: each counts once", account)
		assert.Zero(a, usage.Concurrent.Running, account)
		assert.Zero(a, usage.Concurrent.Queued, account)
	}
	again := 0
	for _, o := range a.orders {
		all := made[o.account][o.customID()]
		if o.keyed {
			assert.Len(a, all, 1, "%s has an Idempotency-Key", o.customID())
		} else {
			assert.LessOrEqual(a, len(all), 1+o.refused, o.customID())
			again += max(len(all)-1, 0)
		}
		if !assert.True(a, slices.ContainsFunc(all, func(v *client.Conversion) bool { return v.ID == o.id }), "%s: %s was accepted, and is lost", o.customID(), o.id) {
			continue
		}
		v, err := a.clients[o.account].Conversions.Get(a.Context(), o.id)
		if assert.NoError(a, err) && assert.NotNil(a, v.HTML) {
			assert.Contains(a, *v.HTML, o.text(), o.id)
		}
	}
	a.Logf("%d conversions were made of orders without an Idempotency-Key that were sent again", again)
	a.told(a.registered, "registered", found[large], func(*client.Conversion) bool { return true })
	a.told(a.given, "given", found[large], func(v *client.Conversion) bool {
		n, err := strconv.Atoi(strings.TrimPrefix(*v.CustomID, "order-"))
		return err == nil && a.orders[n].hooked
	})
}

// told waits until a receiver has got an event for each conversion that needs one, and returns for how many it got
// two.
func (a *arena) told(receiver *webhooktest.Server, name string, all []*client.Conversion, wanted func(*client.Conversion) bool) {
	missing := map[string]bool{}
	for _, v := range all {
		if wanted(v) {
			missing[v.ID] = true
		}
	}
	want := len(missing)
	heard := map[string]int{}
	ctx, cancel := context.WithTimeout(a.Context(), 2*failurePatience)
	defer cancel()
	for seen := 0; len(missing) > 0; {
		got, err := receiver.Wait(ctx, seen+1)
		for _, d := range got[seen:] {
			var body struct {
				Event string `json:"event"`
				ID    string `json:"conversion_id"`
			}
			require.NoError(a, json.Unmarshal(d.Body, &body))
			if body.Event == string(webhook.ConversionCompleted) {
				heard[body.ID]++
				delete(missing, body.ID)
			}
		}
		seen = len(got)
		if !assert.NoError(a, err, "%s: %d of %d were not told: %v", name, len(missing), want, slices.Collect(maps.Keys(missing))) {
			return
		}
	}
	twice := 0
	for id, n := range heard {
		if n > 1 {
			twice++
		}
		assert.LessOrEqual(a, n, 3, id)
	}
	a.Logf("webhooks, %s: %d of %d, %d of them more than once", name, len(heard), want, twice)
}

// report logs the figures of docs/benchmarks/diary.md.
func (a *arena) report(begin time.Time, found map[string][]*client.Conversion) {
	var took []time.Duration
	var ends []time.Time
	began := map[string]time.Time{}
	for _, o := range a.orders {
		began[o.id] = o.began
	}
	var all []*client.Conversion
	for _, of := range found {
		all = append(all, of...)
	}
	for _, v := range all {
		ends = append(ends, *v.CompletedAt)
		if from, ok := began[v.ID]; ok {
			took = append(took, v.CompletedAt.Sub(from))
		}
	}
	slices.Sort(took)
	slices.SortFunc(ends, time.Time.Compare)
	whole := ends[len(ends)-1].Sub(begin)
	a.Logf("%d conversions in %.1f s, %.1f/s; from the order to its end p50 %.2f s, p99 %.2f s, at most %.2f s; %d requests got no answer",
		len(all), whole.Seconds(), float64(len(all))/whole.Seconds(), took[len(took)/2].Seconds(), took[len(took)*99/100].Seconds(),
		took[len(took)-1].Seconds(), a.front.lost.Load())
	for _, b := range a.blows {
		since := cmp.Or(b.to, b.from)
		var first, last time.Duration
		open := 0
		for _, v := range all {
			if after := v.CompletedAt.Sub(since); after > 0 {
				if first == 0 || after < first {
					first = after
				}
				if v.CreatedAt.Before(since) {
					open++
					last = max(last, after)
				}
			}
		}
		a.Logf("%s: the next conversion ended after %.1f s, the last of %d that were open after %.1f s", b.name, first.Seconds(), open, last.Seconds())
	}
}
