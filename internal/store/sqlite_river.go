package store

import (
	"context"
	"fmt"
	"sync"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// sqliteDriver is River's driver with another listener. River would query a table every 50 ms, on the connection
// that writes, to learn of jobs that this very process has enqueued. Here the commit itself wakes the fetching.
// River's polling finds jobs of other processes.
type sqliteDriver struct {
	*riversqlite.Driver
	fetches *fetchBell
}

// GetListener returns our listener instead of that of the embedded driver.
func (d sqliteDriver) GetListener(params *riverdriver.GetListenenerParams) riverdriver.Listener {
	return &sqliteListener{fetches: d.fetches, schema: params.Schema}
}

// SupportsListenNotify returns false: nobody reads the table of notifications.
func (d sqliteDriver) SupportsListenNotify() bool { return false }

// insertTopic is the topic on which River expects news of new jobs.
const insertTopic = "river_insert"

// fetchBell tells all listeners the names of queues that got jobs.
type fetchBell struct {
	mu        sync.Mutex
	listeners map[*sqliteListener]bool
}

func newFetchBell() *fetchBell { return &fetchBell{listeners: map[*sqliteListener]bool{}} }

func (b *fetchBell) ring(queue string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for l := range b.listeners {
		l.hear(queue)
	}
}

// sqliteListener implements riverdriver.Listener within one process.
type sqliteListener struct {
	fetches *fetchBell
	schema  string

	mu      sync.Mutex
	pending map[string]bool // a set of queues, so that its size is bounded
	wake    chan struct{}
}

func (l *sqliteListener) hear(queue string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending[queue] = true
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Connect implements riverdriver.Listener.
func (l *sqliteListener) Connect(context.Context) error {
	l.mu.Lock()
	l.pending, l.wake = map[string]bool{}, make(chan struct{}, 1)
	l.mu.Unlock()
	l.fetches.mu.Lock()
	defer l.fetches.mu.Unlock()
	l.fetches.listeners[l] = true
	return nil
}

// Close implements riverdriver.Listener.
func (l *sqliteListener) Close(context.Context) error {
	l.fetches.mu.Lock()
	defer l.fetches.mu.Unlock()
	delete(l.fetches.listeners, l)
	return nil
}

// WaitForNotification implements riverdriver.Listener.
func (l *sqliteListener) WaitForNotification(ctx context.Context) (*riverdriver.Notification, error) {
	for {
		l.mu.Lock()
		wake := l.wake
		for queue := range l.pending {
			delete(l.pending, queue)
			l.mu.Unlock()
			return &riverdriver.Notification{Topic: insertTopic, Payload: fmt.Sprintf(`{"queue": %q}`, queue)}, nil
		}
		l.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-wake:
		}
	}
}

// Listen implements riverdriver.Listener. There is one topic, and the listener always hears it.
func (l *sqliteListener) Listen(context.Context, string) error { return nil }

// Unlisten implements riverdriver.Listener.
func (l *sqliteListener) Unlisten(context.Context, string) error { return nil }

// Ping implements riverdriver.Listener.
func (l *sqliteListener) Ping(context.Context) error { return nil }

// Schema implements riverdriver.Listener.
func (l *sqliteListener) Schema() string { return l.schema }

// SetAfterConnectExec implements riverdriver.Listener. River uses it only in its own tests.
func (l *sqliteListener) SetAfterConnectExec(string) {}
