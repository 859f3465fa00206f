package deliver

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
)

// start begins an attempt at a host, for an account and one of its endpoints. It returns nil if there is no slot.
func (hs *hosts) start(host, account, endpoint string) *flight {
	f := hs.reserve(store.Due{Lane: store.Lane{Host: host, Account: account}, Endpoint: endpoint})
	if f != nil {
		hs.noteBegin(f, time.Unix(0, 0))
	}
	return f
}

func answered(took time.Duration, class string) *result {
	return &result{Attempt: store.Attempt{Duration: took, Error: class}}
}

var (
	soon    = answered(time.Millisecond, "")
	refused = answered(time.Millisecond, classStatus)
	slept   = answered(attemptTime, "timeout")
)

// know makes a host answer an account's endpoints with a result.
func (hs *hosts) know(host, account string, r *result, endpoints ...string) {
	for _, e := range endpoints {
		hs.noteEnd(hs.start(host, account, e), r)
	}
}

// fill starts attempts as long as there are slots, and returns how many it has started.
func (hs *hosts) fill(host, account string, endpoints ...string) (n int) {
	for {
		before := n
		for _, e := range endpoints {
			if hs.start(host, account, e) != nil {
				n++
			}
		}
		if n == before {
			return n
		}
	}
}

func TestAnAccountHasSoManySlotsOfAHost(t *testing.T) {
	t.Parallel()
	hs := newHosts(asleepAfter)
	require.Equal(t, 1, hs.fill("h", "a", "1", "2", "3"), "one until it is heard of")
	hs.noteEnd(hs.underWay[0], soon)
	require.Equal(t, perAccount, hs.fill("h", "a", "1", "2", "3"))
	require.Equal(t, 1, hs.fill("h", "b", "1"))
	require.Equal(t, 1, hs.fill("i", "a", "1"), "another host knows it not")
}

func TestSleepingEndpointsHaveAShare(t *testing.T) {
	t.Parallel()
	hs := newHosts(asleepAfter)
	hs.know("h", "a", slept, "1", "2", "3")
	require.Equal(t, 1, hs.fill("h", "a", "1"), "one at a time")
	require.Equal(t, 1, hs.fill("h", "a", "2", "3", "new"), "two of an account, and what is new of it is taken for asleep")
	for _, account := range []string{"b", "c", "d"} {
		hs.know("h", account, slept, "1", "2")
	}
	require.Equal(t, 2, hs.fill("h", "b", "1", "2"))
	require.Zero(t, hs.fill("h", "c", "1", "2"), "four of a host")
	hs.know("h", "e", soon, "1")
	require.Equal(t, perAccount, hs.fill("h", "e", "1"), "the others have slots")
	require.Equal(t, 1, hs.fill("h", "f", "1"), "and who is new")
}

func TestAnAttemptThatLastsMakesRoom(t *testing.T) {
	t.Parallel()
	hs := newHosts(asleepAfter)
	for i := range 2 * perHost {
		hs.start("h", fmt.Sprint(i), "1")
	}
	require.Equal(t, newPerHost, hs.all(), "who is known finds slots")
	require.Equal(t, time.Millisecond, hs.findAsleep(time.Unix(0, 0).Add(asleepAfter-time.Millisecond)))
	require.Nil(t, hs.start("h", "last", "1"))
	require.Equal(t, asleepAfter, hs.findAsleep(time.Unix(0, 0).Add(asleepAfter)))
	require.Equal(t, newPerHost, hs.load[asleep])
	require.NotNil(t, hs.start("h", "last", "1"))
	require.Nil(t, hs.start("h", "0", "1"), "it sleeps")
	hs.noteEnd(hs.underWay[0], soon)
	require.Equal(t, awake, hs.by["h"].accounts["0"].habit, "the answer decides")
}

// TestWhatIsNewIsTakenForWhatWasNew: a single sleeping webhook does not make its account count as asleep, and a
// single awake one does not make it count as awake.
func TestWhatIsNewIsTakenForWhatWasNew(t *testing.T) {
	t.Parallel()
	hs := newHosts(asleepAfter)
	hs.know("h", "a", slept, "sleeping")
	hs.know("h", "a", soon, "awake")
	hs.know("h", "a", slept, "sleeping")
	a := hs.by["h"].accounts["a"]
	require.Equal(t, awake, a.habitOf("new", 1))
	hs.know("h", "a", slept, "second")
	hs.know("h", "a", soon, "awake")
	require.Equal(t, asleep, a.habitOf("new", 0))
	require.Equal(t, 1, a.awake)
	stranger := &account{}
	require.Equal(t, []habit{unheard, asleep}, []habit{stranger.habitOf("new", 0), stranger.habitOf("new", 1)}, "it failed before")
}

func TestTenFailuresInARowLeaveAHostOneAttempt(t *testing.T) {
	t.Parallel()
	for _, r := range []*result{refused, slept} {
		hs := newHosts(asleepAfter)
		for i := range failuresMost {
			require.True(t, hs.fits(hs.host("h"), asleep, false) && hs.fits(hs.host("h"), awake, false), i)
			hs.know("h", fmt.Sprint(i), r, "1", "2")
			hs.by["h"].failures = i + 1
		}
		require.Equal(t, 1, hs.fill("h", "0", "1", "2")+hs.fill("h", "1", "1", "2"))
		hs.noteEnd(hs.underWay[0], soon)
		require.Less(t, 1, hs.fill("h", "0", "1", "2")+hs.fill("h", "1", "1", "2"))
	}
	hs := newHosts(asleepAfter)
	hs.know("h", "a", slept, "1")
	hs.host("h").failures = failuresMost
	require.NotNil(t, hs.start("h", "a", "1"))
	require.NotNil(t, hs.start("h", "b", "1"), "who sleeps is in nobody's way")
	require.Nil(t, hs.start("h", "c", "1"))
}

func TestSleepersLeaveSlotsOfAll(t *testing.T) {
	t.Parallel()
	hs := newHosts(asleepAfter)
	name := func(i int) string { return fmt.Sprint("h", i) }
	for i := range inTotal {
		hs.start(name(i), "a", "1")
	}
	require.Equal(t, newTotal, hs.all())
	for len(hs.underWay) > 0 {
		hs.noteEnd(hs.underWay[0], slept)
	}
	require.Zero(t, hs.all())
	for i := range newTotal {
		hs.start(name(i), "a", "1")
	}
	require.Equal(t, sleepingTotal, hs.all())
	require.NotNil(t, hs.start("other", "a", "1"))
}

func TestWhatIsKnownIsBounded(t *testing.T) {
	t.Parallel()
	hs := newHosts(asleepAfter)
	busy := hs.start("busy", "a", "1")
	for i := range 3 * endpointsKept {
		hs.know("one", "a", soon, fmt.Sprint(i))
		require.LessOrEqual(t, len(hs.by["one"].accounts["a"].endpoints), endpointsKept)
	}
	require.Equal(t, len(hs.by["one"].accounts["a"].endpoints), hs.by["one"].accounts["a"].awake)
	for i := range placesKept + 1 {
		hs.tidy()
		hs.know(fmt.Sprint(i%7, i/2), fmt.Sprint(i), soon, "1")
		require.LessOrEqual(t, hs.kept, placesKept+3)
	}
	require.Same(t, busy.endpoint, hs.by["busy"].accounts["a"].endpoints["1"])
	hs.noteEnd(busy, &result{cancelled: true})
	require.Equal(t, unheard, busy.endpoint.habit, "one that was cut off says nothing")
	hs.kept = placesKept
	hs.tidy()
	require.Empty(t, hs.by)
}

// FuzzHosts begins and ends attempts in any order, and checks that the bounds hold.
func FuzzHosts(f *testing.F) {
	f.Add([]byte{0, 0, 0x80, 0x40, 1, 2, 3})
	f.Fuzz(func(t *testing.T, steps []byte) {
		hs := newHosts(asleepAfter)
		now := time.Unix(0, 0)
		for _, step := range steps {
			now = now.Add(asleepAfter / 8)
			hs.findAsleep(now)
			if step&0x80 == 0 || len(hs.underWay) == 0 {
				q := store.Lane{Host: string('a' + rune(step&3)), Account: string('a' + rune(step>>2&3))}
				d := store.Due{Lane: q, Endpoint: string('a' + rune(step>>4&3)), Attempts: int64(step >> 6 & 1)}
				if f := hs.reserve(d); f != nil {
					hs.noteBegin(f, now)
				}
			} else {
				r := *soon
				if step&0x40 != 0 {
					r.Error = classStatus
				}
				if step&0x20 != 0 {
					r.Duration = asleepAfter
				}
				r.cancelled = step&0x10 != 0
				hs.noteEnd(hs.underWay[int(step)%len(hs.underWay)], &r)
			}
			check(t, hs)
		}
	})
}

func check(t *testing.T, hs *hosts) {
	t.Helper()
	kept := 0
	var total load
	for name, h := range hs.by {
		kept++
		var sum load
		for id, a := range h.accounts {
			kept += 1 + len(a.endpoints)
			awakes, busy := 0, 0
			for _, e := range a.endpoints {
				busy += e.busy
				if e.habit == awake {
					awakes++
				}
			}
			if a.all() > perAccount || a.all() != busy || a.awake != awakes {
				t.Fatalf("%s of %s has %d (%d), %d awake (%d)", id, name, a.all(), busy, a.awake, awakes)
			}
			for i, n := range a.load {
				sum[i] += n
			}
		}
		if sum != h.load || h.load[unheard]+h.load[awake] > perHost {
			t.Fatalf("%s has %v, counted %v", name, h.load, sum)
		}
		for i, n := range sum {
			total[i] += n
		}
	}
	if total != hs.load || hs.all() > inTotal || hs.all() != len(hs.underWay) || kept != hs.kept {
		t.Fatalf("%v, counted %v; %d kept, counted %d", hs.load, total, hs.kept, kept)
	}
}

// TestWhoWasAnsweredLastIsFirstAtAHostThatFails: otherwise unheard endpoints come first, and each of them that
// sleeps takes a second of a host that gets one attempt at a time.
func TestWhoWasAnsweredLastIsFirstAtAHostThatFails(t *testing.T) {
	t.Parallel()
	l := &loop{hosts: newHosts(asleepAfter)}
	var waiting []store.Waiting
	for _, account := range []string{"refused", "good", "new", "newer"} {
		waiting = append(waiting, store.Waiting{Lane: store.Lane{Host: "h", Account: account}, Due: true})
	}
	turns := func() []string { return l.hostPlans([]store.HostPage{{Host: "h"}}, waiting)[0].queue }
	l.hosts.know("h", "refused", refused, "1")
	l.hosts.know("h", "good", soon, "1")
	require.Equal(t, []string{"new", "newer", "refused", "good"}, turns())
	for i := range failuresMost {
		l.hosts.know("h", fmt.Sprint("sleeper ", i), slept, "1")
	}
	require.Equal(t, []string{"good", "new", "newer", "refused"}, turns())
	probe := l.hosts.start("h", "new", "1")
	require.Equal(t, 0, l.hosts.fill("h", "newer", "1")+l.hosts.fill("h", "refused", "1"), "one at a time")
	require.Equal(t, 1, l.hosts.fill("h", "good", "1", "2"), "beside one that may sleep")
	l.hosts.noteEnd(probe, slept)
	l.hosts.noteEnd(l.hosts.underWay[0], refused)
	require.Equal(t, 1, l.hosts.fill("h", "refused", "1")+l.hosts.fill("h", "good", "1"), "none is good now")
	l.hosts.noteEnd(l.hosts.underWay[0], refused)
	l.hosts.know("h", "good", soon, "1")
	for i := range failuresMost {
		l.hosts.know("h", fmt.Sprint("sleeper ", i), slept, "1")
	}
	l.hosts.know("h", "good", refused, "1")
	require.Equal(t, []string{"newer", "new", "refused", "good"}, turns(), "it has had its turn")
	l.hosts.know("h", "new", soon, "1")
	require.Equal(t, []string{"newer", "refused", "good", "new"}, turns(), "the host is back")
}
