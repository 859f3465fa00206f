package server

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// The dashboard shows an account its conversions, and lets it do by hand what programs do
// by the interface. Its pages are written here; a script of htmx only fetches parts of them
// anew, so that everything works without it.

//go:embed dashboard/*.html
var dashboardFiles embed.FS

//go:embed assets/dashboard.css
var dashboardCSS []byte

//go:embed assets/htmx.min.js
var htmxJS []byte

//go:embed assets/playground.js
var playgroundJS []byte

const dashboardRoot = "/dashboard"

// dashboard is the part of a server that serves it.
type dashboard struct {
	pages  map[string]*template.Template // by the name of the file, each with the layout
	css    static
	script static

	playground static // the script of the playground
}

func newDashboard() (*dashboard, error) {
	d := &dashboard{
		pages:  map[string]*template.Template{},
		css:    newStatic("text/css; charset=utf-8", dashboardCSS),
		script: newStatic("text/javascript; charset=utf-8", htmxJS),

		playground: newStatic("text/javascript; charset=utf-8", playgroundJS),
	}
	layout, err := template.New("layout.html").Funcs(pageFuncs).ParseFS(dashboardFiles, "dashboard/layout.html", "dashboard/parts.html")
	if err != nil {
		return nil, fmt.Errorf("server: the dashboard: %w", err)
	}
	files, err := fs.Glob(dashboardFiles, "dashboard/page_*.html")
	if err != nil {
		return nil, fmt.Errorf("server: the dashboard: %w", err)
	}
	for _, name := range files {
		page, err := template.Must(layout.Clone()).ParseFS(dashboardFiles, name)
		if err != nil {
			return nil, fmt.Errorf("server: the dashboard: %w", err)
		}
		d.pages[strings.TrimSuffix(strings.TrimPrefix(path.Base(name), "page_"), ".html")] = page
	}
	return d, nil
}

// pageFuncs are what the pages call.
var pageFuncs = template.FuncMap{
	"date":     func(t time.Time) string { return t.UTC().Format("2 Jan 2006 15:04 UTC") },
	"machine":  func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
	"bytes":    byteText,
	"duration": func(d time.Duration) string { return d.Round(time.Millisecond).String() },
	"percent":  percent,
	"count":    countText,
	"plural":   plural,
}

// plural is n with a noun.
func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return countText(n) + " " + many
}

// countText is n with its thousands apart.
func countText(n int64) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:] // a narrow space that keeps the number in one line
	}
	return digits
}

// byteText is a size for people.
func byteText(n int64) string {
	const step = 1024
	if n < step {
		return plural(n, "byte", "bytes")
	}
	value, unit := float64(n)/step, 0
	for value >= step && unit < 3 {
		value /= step
		unit++
	}
	return fmt.Sprintf("%.1f %s", value, []string{"KiB", "MiB", "GiB", "TiB"}[unit])
}

// percent is part of whole, at most 100.
func percent(part, whole int64) int64 {
	if whole <= 0 {
		return 0
	}
	return min(100, 100*part/whole)
}

// tab is an entry of the navigation.
type tab struct{ Name, Path string }

var tabs = []tab{
	{"Overview", dashboardRoot},
	{"Convert", dashboardRoot + "/upload"},
	{"Conversions", dashboardRoot + "/conversions"},
	{"API keys", dashboardRoot + "/keys"},
}

// view is what every page is made of.
type view struct {
	Title   string
	Tab     string // path of the current entry
	Tabs    []tab
	Account *store.Account // nil: nobody is signed in
	Notice  string         // what was done, or went wrong, before this page
	Data    any
}

// pageHandler is an operation of the dashboard.
type pageHandler func(*call) error

// dashboardMux serves the dashboard. Requests from pages of others are refused, whatever
// cookie they carry.
func (s *Server) dashboardMux() http.Handler {
	mux := http.NewServeMux()
	open := func(pattern string, handle pageHandler) { mux.Handle(pattern, s.page(pattern, handle)) }
	signedIn := func(pattern string, scope client.Scope, handle pageHandler) {
		open(pattern, func(c *call) error {
			if err := c.resume(scope); err != nil {
				return err
			}
			return handle(c)
		})
	}
	open("GET /dashboard/login", s.loginPage)
	open("POST /dashboard/login", s.login)
	open("POST /dashboard/logout", s.logout)
	mux.Handle("GET /dashboard/assets/dashboard.css", s.dashboard.css)
	mux.Handle("GET /dashboard/assets/htmx.js", s.dashboard.script)

	signedIn("GET /dashboard", client.ScopeUsageRead, s.overviewPage)
	signedIn("GET /dashboard/upload", client.ScopeConversionsWrite, s.uploadPage)
	signedIn("POST /dashboard/upload", client.ScopeConversionsWrite, s.upload)
	signedIn("GET /dashboard/conversions", client.ScopeConversionsRead, s.conversionsPage)
	signedIn("GET /dashboard/conversions/{id}", client.ScopeConversionsRead, s.conversionPage)
	signedIn("GET /dashboard/conversions/{id}/state", client.ScopeConversionsRead, s.conversionState)
	signedIn("GET /dashboard/conversions/{id}/download", client.ScopeConversionsRead, s.download)
	signedIn("GET /dashboard/conversions/{id}/preview", client.ScopeConversionsRead, s.preview)
	signedIn("POST /dashboard/conversions/{id}/cancel", client.ScopeConversionsWrite, s.cancelFromPage)
	signedIn("POST /dashboard/conversions/{id}/delete", client.ScopeConversionsWrite, s.deleteFromPage)
	signedIn("GET /dashboard/keys", client.ScopeKeysWrite, s.keysPage)
	signedIn("POST /dashboard/keys", client.ScopeKeysWrite, s.createKeyFromPage)
	signedIn("POST /dashboard/keys/{id}/revoke", client.ScopeKeysWrite, s.revokeKeyFromPage)

	open("/dashboard/", func(*call) error { return failure(client.NotFound, "there is no such page") })
	return http.NewCrossOriginProtection().Handler(mux)
}

// page is what requests of pages go through; errors are pages too.
func (s *Server) page(pattern string, handle pageHandler) http.Handler {
	return s.through(pattern, func(c *call) error {
		h := c.w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		return handle(c)
	}, s.writeErrorPage)
}

// show answers with a page.
func (c *call) page(status int, name string, v view) error {
	v.Tabs, v.Account = tabs, c.account
	if v.Notice == "" {
		v.Notice = notices[c.r.URL.Query().Get("notice")]
	}
	var b bytes.Buffer
	if err := c.dashboard.pages[name].ExecuteTemplate(&b, "layout.html", v); err != nil {
		return fmt.Errorf("server: page %s: %w", name, err)
	}
	return c.html(status, b.Bytes())
}

// part answers with one part of a page, for the script that puts it in place.
func (c *call) part(page, name string, data any) error {
	var b bytes.Buffer
	if err := c.dashboard.pages[page].ExecuteTemplate(&b, name, data); err != nil {
		return fmt.Errorf("server: part %s of page %s: %w", name, page, err)
	}
	return c.html(http.StatusOK, b.Bytes())
}

func (c *call) html(status int, body []byte) error {
	c.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	c.w.WriteHeader(status)
	_, _ = c.w.Write(body) // a client that has gone sees nothing
	return nil
}

// notices are what a page says of the request before it, by the word in its address.
var notices = map[string]string{
	"cancelled": "The conversion is being cancelled.",
	"deleted":   "The conversion is deleted.",
	"revoked":   "The key is revoked.",
	"signedout": "You are signed out.",
}

// redirect leads to a page after a request that changed something.
func (c *call) redirect(target string) error {
	http.Redirect(c.w, c.r, target, http.StatusSeeOther)
	return nil
}

// errNotSignedIn leads to the page for signing in.
var errNotSignedIn = errors.New("server: nobody is signed in")

// writeErrorPage answers with what went wrong, for people.
func (s *Server) writeErrorPage(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, errNotSignedIn) {
		http.Redirect(w, r, dashboardRoot+"/login", http.StatusSeeOther)
		return
	}
	if prefersJSON(r) {
		s.writeError(w, r, err)
		return
	}
	e := s.described(r, public(err))
	if e.RetryAfter > 0 {
		w.Header().Set("Retry-After", seconds(e.RetryAfter))
	}
	c := &call{Server: s, w: w, r: r}
	if err := c.page(e.Status, "error", view{Title: "Something went wrong", Data: e}); err != nil {
		s.log.ErrorContext(r.Context(), "error page", "request_id", e.RequestID, "err", err)
		http.Error(w, e.Message, e.Status)
	}
}

// prefersJSON tells whether a program asks for a page: errors have the form that programs know.
func prefersJSON(r *http.Request) bool {
	accept := list(r.Header, "Accept")
	return slices.ContainsFunc(accept, func(a string) bool { return strings.HasPrefix(a, "application/json") }) &&
		!slices.ContainsFunc(accept, func(a string) bool { return strings.HasPrefix(a, "text/html") })
}

// overviewPage shows what the account has used, and what it did last.
func (s *Server) overviewPage(c *call) error {
	data := struct {
		Usage    store.Usage
		Load     store.Load
		Limits   quota.Limits
		Unbound  int64
		Resets   time.Time
		Days     []dayBar
		Recent   []*store.Conversion
		MostADay int64
	}{Limits: c.limits, Unbound: quota.Unlimited}
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
		data.Recent, _, err = store.ListConversions(c.ctx(), tx, c.account.ID, store.Filter{Limit: recentShown})
		return err
	})
	if err != nil {
		return s.storeError(err)
	}
	return c.page(http.StatusOK, "overview", view{Title: "Overview", Tab: dashboardRoot, Data: data})
}

// recentShown is how many conversions the overview lists.
const recentShown = 5

// dayBar is a day in the chart of the overview.
type dayBar struct {
	Date        string
	Conversions int64
	Pages       int64
	X, Y, H     int64 // in the units of the chart
}

// Sizes of the chart, in its own units.
const (
	chartHeight = 100
	barPitch    = 12
)

// dayBars are the last days up to now, those without use too.
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
