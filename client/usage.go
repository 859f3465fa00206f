package client

import "time"

// Usage is what an account has used of its plan in the present period.
type Usage struct {
	Plan        string    `json:"plan"` // free, starter, professional or enterprise
	PeriodStart time.Time `json:"period_start"`
	PeriodEnd   time.Time `json:"period_end"` // the first moment of the next period

	Conversions Quota       `json:"conversions"`
	Concurrent  Concurrency `json:"concurrent"`
	Pages       int64       `json:"pages"`
	BytesIn     int64       `json:"bytes_in"`
	Rate        Rate        `json:"rate"`
}

// Quota counts the conversions of a period. Limit and Remaining are null if the plan has no limit.
type Quota struct {
	Used      int64  `json:"used"`
	Limit     *int64 `json:"limit"`
	Remaining *int64 `json:"remaining"`
}

// Concurrency counts the conversions under way. Limit bounds those that run at the same time. It is null if the
// plan has no limit.
type Concurrency struct {
	Running int  `json:"running"`
	Queued  int  `json:"queued"`
	Limit   *int `json:"limit"`
}

// Rate is the state of the rate limit, which counts requests by the minute. Limit and Remaining are null if the
// plan has no limit.
type Rate struct {
	Limit     *int      `json:"limit"`
	Remaining *int      `json:"remaining"`
	ResetsAt  time.Time `json:"resets_at"`
}

// DailyUsage is what an account used on one day.
type DailyUsage struct {
	Date        string `json:"date"` // 2006-01-02, in UTC
	Conversions int64  `json:"conversions"`
	Failed      int64  `json:"failed"` // conversions that failed
	Pages       int64  `json:"pages"`
	BytesIn     int64  `json:"bytes_in"`
}
