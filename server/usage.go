package server

import (
	"net/http"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// usage answers with what the account has used of its plan in this month.
func (s *accounts) usage(c *call) error {
	var used store.Usage
	var load store.Load
	var now time.Time
	err := s.db.View(c.ctx(), func(tx store.Tx) (err error) {
		if now, err = tx.Now(c.ctx()); err != nil {
			return err
		}
		if used, err = store.GetUsage(c.ctx(), tx, c.account.ID, store.Month(now)); err != nil {
			return err
		}
		load, err = store.GetLoad(c.ctx(), tx, c.account.ID)
		return err
	})
	if err != nil {
		return s.storeError(err)
	}
	start := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	out := client.Usage{
		Plan: c.account.Plan, PeriodStart: start, PeriodEnd: quota.Resets(now),
		Pages: used.Pages, BytesIn: used.BytesIn,
		Rate: client.Rate{ResetsAt: c.rate.Reset},
	}
	out.Conversions, out.Concurrent = allowances(c.limits, used, load)
	if c.rate.Limit != quota.Unlimited {
		limit, left := int(c.rate.Limit), int(c.rate.Remaining)
		out.Rate.Limit, out.Rate.Remaining = &limit, &left
	}
	return c.respond(http.StatusOK, out)
}

// allowances returns how much of its limits an account has used.
func allowances(l quota.Limits, used store.Usage, load store.Load) (conversions client.Quota, concurrent client.Concurrency) {
	conversions.Used = used.Conversions
	concurrent.Running, concurrent.Queued = int(load.Running), int(load.Queued())
	if n := l.MonthlyConversions; n > 0 {
		left := max(0, n-used.Conversions)
		conversions.Limit, conversions.Remaining = &n, &left
	}
	if n := int(l.Concurrent); n > 0 {
		concurrent.Limit = &n
	}
	return conversions, concurrent
}

const (
	daysDefault = 30
	daysMost    = 366
)

// dailyUsage answers with what the account used on each of the last days.
func (s *accounts) dailyUsage(c *call) error {
	q := c.r.URL.Query()
	if err := knownParameters(q, "days"); err != nil {
		return err
	}
	days, err := intParameter(q, "days", 1, daysMost, daysDefault)
	if err != nil {
		return err
	}
	var list []store.Usage
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		now, err := tx.Now(c.ctx())
		if err != nil {
			return err
		}
		list, err = store.ListDailyUsage(c.ctx(), tx, c.account.ID, now.AddDate(0, 0, 1-days), now)
		return err
	})
	if err != nil {
		return s.storeError(err)
	}
	out := client.Page[client.DailyUsage]{}
	for _, u := range list {
		out.Data = append(out.Data, client.DailyUsage{Date: u.Period, Conversions: u.Conversions, Failed: u.Failed, Pages: u.Pages, BytesIn: u.BytesIn})
	}
	return c.respond(http.StatusOK, out)
}
