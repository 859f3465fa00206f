package deliver

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Schedule has the pause before each attempt. The first is 0: an event is sent at once.
type Schedule []time.Duration

// defaultSchedule makes five attempts within about two and a half hours.
var defaultSchedule = Schedule{0, 5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

const (
	// maxAttempts and maxPause keep a schedule within the days that the log is kept.
	maxAttempts = 20
	maxPause    = 24 * time.Hour
)

// ParseSchedule reads a list such as "0s,5s,5m,30m,2h".
func ParseSchedule(list string) (Schedule, error) {
	var s Schedule
	for item := range strings.SplitSeq(list, ",") {
		pause, err := time.ParseDuration(strings.TrimSpace(item))
		if err != nil || pause < 0 || pause > maxPause {
			return nil, fmt.Errorf("deliver: %q is no pause from 0s to %s", item, maxPause)
		}
		s = append(s, pause)
	}
	if s[0] != 0 {
		return nil, fmt.Errorf("deliver: the first pause of %q is not 0s", list)
	}
	if len(s) > maxAttempts {
		return nil, fmt.Errorf("deliver: a schedule has %d attempts at most", maxAttempts)
	}
	return s, nil
}

// jitter is how much longer or shorter than the schedule a pause may be, so that what
// failed together does not come back together.
const jitter = 0.2

func spread(pause time.Duration) time.Duration {
	return time.Duration(float64(pause) * (1 - jitter + 2*jitter*rand.Float64()))
}
