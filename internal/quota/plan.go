package quota

import (
	"cmp"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// Plan is the name of a plan that an account has.
type Plan string

const (
	// Free is for trying the service.
	Free Plan = "free"
	// Starter is the smallest plan that costs money.
	Starter Plan = "starter"
	// Professional is for daily work.
	Professional Plan = "professional"
	// Enterprise has no limits but those set for the account.
	Enterprise Plan = "enterprise"
)

// Unlimited as a value of a limit says that there is no limit.
const Unlimited = -1

// Limits are what an account may do. A limit of Unlimited does not apply.
type Limits struct {
	RequestsPerMinute  int64
	MonthlyConversions int64
	FileBytes          int64
	Concurrent         int64         // conversions that workers have at a time
	ResultLifetime     time.Duration // always limited
}

const (
	megabyte = 1 << 20

	// resultLifetime is how long results are kept unless an account has another time: what is needed tomorrow has
	// been downloaded by then.
	resultLifetime = 24 * time.Hour

	// resultLifetimeMin and resultLifetimeMax bound the time of an account: a result must outlast its download,
	// and records are kept for thirty days.
	resultLifetimeMin = time.Hour
	resultLifetimeMax = 30 * 24 * time.Hour
)

var plans = map[Plan]Limits{
	Free:         {10, 100, 10 * megabyte, 1, resultLifetime},
	Starter:      {60, 1_000, 50 * megabyte, 5, resultLifetime},
	Professional: {300, 10_000, 100 * megabyte, 20, resultLifetime},
	Enterprise:   {Unlimited, Unlimited, Unlimited, Unlimited, resultLifetime},
}

// Plans returns all plans, the smallest first.
func Plans() []Plan { return []Plan{Free, Starter, Professional, Enterprise} }

// Valid reports whether there is such a plan.
func (p Plan) Valid() bool {
	_, ok := plans[p]
	return ok
}

// LimitsOf returns the limits of an account: those of its plan, with the overrides of the account. An unknown plan
// (of a newer version of the program) counts as Free.
func LimitsOf(a *store.Account) Limits {
	l, ok := plans[Plan(a.Plan)]
	if !ok {
		l = plans[Free]
	}
	override(&l.RequestsPerMinute, a.Overrides.RequestsPerMinute)
	override(&l.MonthlyConversions, a.Overrides.MonthlyConversions)
	override(&l.FileBytes, a.Overrides.FileBytes)
	override(&l.Concurrent, a.Overrides.Concurrent)
	if s := a.Overrides.ResultSeconds; s != nil {
		l.ResultLifetime = min(max(time.Duration(*s)*time.Second, resultLifetimeMin), resultLifetimeMax)
	}
	return l
}

// override replaces a limit. An override that is not positive removes the limit.
func override(limit *int64, override *int64) {
	if override != nil {
		*limit = cmp.Or(max(*override, 0), Unlimited)
	}
}

const (
	// concurrentMost applies where an account has no limit. It is more than any service has workers for, and keeps
	// the conversions of one account from filling the queue of all.
	concurrentMost = 1000

	// admittedAtOnce bounds the work of one transaction. The next one admits more.
	admittedAtOnce = 100
)

// Slots returns how many conversions of the account may be admitted now, when workers have active of them.
func (l Limits) Slots(active int64) int64 {
	most := l.Concurrent
	if most == Unlimited {
		most = concurrentMost
	}
	return min(max(most-active, 0), admittedAtOnce)
}

const (
	// queueLengthMin and queueLengthFactor bound the conversions of an account that wait: the minimum applies to
	// every plan, the factor to each conversion that may run at a time. A batch of the largest kind fits into the
	// minimum: it is one transaction, and checked before it is queued.
	queueLengthMin    = 100
	queueLengthFactor = 50
)

// QueueLength returns how many conversions of the account may wait. It is Unlimited if Concurrent is.
func (l Limits) QueueLength() int64 {
	if l.Concurrent == Unlimited {
		return Unlimited
	}
	return max(queueLengthMin, queueLengthFactor*l.Concurrent)
}
