package deliver

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Schedule holds the pause before each attempt. The first is 0: an event is sent at once.
type Schedule []time.Duration

// defaultSchedule makes five attempts within about two and a half hours.
var defaultSchedule = Schedule{0, 5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

const (
	// maxAttempts and maxPause keep a schedule within the days for which the log is kept.
	maxAttempts = 20
	maxPause    = 24 * time.Hour
)

// check returns an error if a schedule is not valid.
func (s Schedule) check() error {
	if len(s) == 0 || len(s) > maxAttempts {
		return fmt.Errorf("deliver: a schedule has 1 to %d attempts", maxAttempts)
	}
	if s[0] != 0 {
		return errors.New("deliver: the first pause of a schedule is 0s")
	}
	for _, pause := range s {
		if pause < 0 || pause > maxPause {
			return fmt.Errorf("deliver: %s is no pause from 0s to %s", pause, maxPause)
		}
	}
	return nil
}

// jitter is how much longer or shorter than the schedule a pause may be, as a share of it. Attempts that failed at
// the same time do not all come back at the same time.
const jitter = 0.2

func spread(pause time.Duration) time.Duration {
	return time.Duration(float64(pause) * (1 - jitter + 2*jitter*rand.Float64()))
}
