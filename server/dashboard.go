package server

import (
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/review"
)

// The dashboard shows people what an account has, and lets them do by hand what programs do through the interface.
// A page reads a form and calls the function that the operation calls. The service writes the pages. The script
// htmx only reloads parts of them, so everything works without it.

//go:embed dashboard/*.html
var dashboardFiles embed.FS

//go:embed assets/dashboard.css
var dashboardCSS []byte

//go:embed assets/htmx.min.js
var htmxJS []byte

//go:embed assets/playground.js
var playgroundJS []byte

// Addresses of pages.
const (
	dashboardRoot   = "/dashboard"
	uploadRoot      = dashboardRoot + "/upload"
	conversionsRoot = dashboardRoot + "/conversions"
	batchesRoot     = dashboardRoot + "/batches"
	webhooksRoot    = dashboardRoot + "/webhooks"
	deliveriesRoot  = dashboardRoot + "/deliveries"
	keysRoot        = dashboardRoot + "/keys"
	accountsRoot    = dashboardRoot + "/accounts"
	auditRoot       = dashboardRoot + "/audit"
)

// dashboard holds the templates and files of the dashboard.
type dashboard struct {
	pages  map[string]*template.Template // by the name of the file, each with the layout
	css    static
	script static

	playground static // the script of the playground
	review     static // the style sheet of questions
}

func newDashboard() (*dashboard, error) {
	d := &dashboard{
		pages:  map[string]*template.Template{},
		css:    newStatic("text/css; charset=utf-8", dashboardCSS),
		script: newStatic("text/javascript; charset=utf-8", htmxJS),

		playground: newStatic("text/javascript; charset=utf-8", playgroundJS),
		review:     newStatic("text/css; charset=utf-8", []byte(review.Stylesheet())),
	}
	layout, err := template.New("layout.html").Funcs(pageFuncs).ParseFS(dashboardFiles, "dashboard/layout.html", "dashboard/parts.html")
	if err != nil {
		return nil, fmt.Errorf("server: the dashboard: %w", err)
	}
	if layout, err = layout.Parse(review.FormTemplates); err != nil {
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

// tab is an entry of the navigation. Keys that have its scope see it.
type tab struct {
	Name, Path string
	scope      client.Scope
}

var tabs = []tab{
	{"Overview", dashboardRoot, client.ScopeUsageRead},
	{"Convert", uploadRoot, client.ScopeConversionsWrite},
	{"Conversions", conversionsRoot, client.ScopeConversionsRead},
	{"Batches", batchesRoot, client.ScopeConversionsRead},
	{"Webhooks", webhooksRoot, client.ScopeWebhooksRead},
	{"Deliveries", deliveriesRoot, client.ScopeWebhooksRead},
	{"API keys", keysRoot, client.ScopeKeysWrite},
	{"Accounts", accountsRoot, client.ScopeAccountsWrite},
	{"Audit log", auditRoot, client.ScopeAccountsWrite},
}
