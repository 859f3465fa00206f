package server

import (
	"net/http"
	"slices"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// overviewPage shows what the account has used, and its latest conversions.
func (s *pages) overviewPage(c *call) error {
	data := struct {
		Usage    store.Usage
		Load     store.Load
		Limits   quota.Limits
		Resets   time.Time
		Days     []dayBar
		Recent   []*store.Conversion
		MostADay int64
	}{Limits: c.limits}
	err := s.db.View(c.ctx(), func(tx store.Tx) error {
		now, err := tx.Now(c.ctx())
		if err != nil {
			return err
		}
		data.Resets = quota.Resets(now)
		if data.Usage, err = store.GetUsage(c.ctx(), tx, c.account.ID, store.Month(now)); err != nil {
			return err
		}
		if data.Load, err = store.GetLoad(c.ctx(), tx, c.account.ID); err != nil {
			return err
		}
		days, err := store.ListDailyUsage(c.ctx(), tx, c.account.ID, now.AddDate(0, 0, 1-daysDefault), now)
		if err != nil {
			return err
		}
		data.Days, data.MostADay = dayBars(days, now)
		if !c.hasScope(client.ScopeConversionsRead) {
			return nil
		}
		data.Recent, _, err = store.ListConversions(c.ctx(), tx, c.account.ID, store.Filter{Limit: recentShown})
		return err
	})
	if err != nil {
		return s.storeError(err)
	}
	return s.showPage(c, http.StatusOK, "overview", view{Title: "Overview", Tab: dashboardRoot, Data: data, Running: data.Load != (store.Load{})})
}

// recentShown is how many conversions the overview lists.
const recentShown = 5

// dayBar is a day in the chart of the overview.
type dayBar struct {
	Date        string
	Conversions int64
	Pages       int64
	X, Y, H     int64 // in units of the chart
}

// Sizes of the chart, in its own units.
const (
	chartHeight = 100
	barPitch    = 12
)

// dayBars returns the bars of the last days up to now, including days without use.
func dayBars(used []store.Usage, now time.Time) (bars []dayBar, most int64) {
	for _, u := range used {
		most = max(most, u.Conversions)
	}
	for i := range daysDefault {
		date := store.Day(now.AddDate(0, 0, i+1-daysDefault))
		bar := dayBar{Date: date, X: int64(i) * barPitch}
		if j := slices.IndexFunc(used, func(u store.Usage) bool { return u.Period == date }); j >= 0 {
			bar.Conversions, bar.Pages = max(0, used[j].Conversions), used[j].Pages
			bar.H = percent(bar.Conversions, most) * chartHeight / 100
		}
		bar.Y = chartHeight - bar.H
		bars = append(bars, bar)
	}
	return bars, most
}
