package main

// page is one of the site, as pages.json has it.
type page struct {
	Path   string `json:"path"` // that it is served at
	Name   string `json:"name"` // in lists of pages
	Below  []page `json:"below,omitempty"`
	Source string `json:"-"` // the document; "" is a page that the service makes itself
}

// site is every page, in the order in which they are read.
var site = []page{
	{Path: "/docs/start", Name: "Start", Source: "docs/start.md", Below: []page{
		{Path: "/docs/install", Name: "Installation", Source: "docs/install.md"},
		{Path: "/docs/compatibility", Name: "Compatibility", Source: "docs/compatibility.md"},
	}},
	{Path: "/docs/sdk", Name: "SDK", Source: "docs/sdk.md"},
	{Path: "/docs/cli", Name: "CLI", Source: "docs/cli.md"},
	{Path: "/docs/service", Name: "Service", Source: "docs/walkthrough.md"},
	{Path: "/docs", Name: "API", Below: []page{
		{Path: "/docs/errors", Name: "Errors"},
	}},
	{Path: "/docs/operating", Name: "Operating", Source: "docs/operating.md", Below: []page{
		{Path: "/docs/administration", Name: "Administration", Source: "docs/administration.md"},
		{Path: "/docs/metrics", Name: "Metrics", Source: "docs/metrics.md"},
		{Path: "/docs/traces", Name: "Traces", Source: "docs/traces.md"},
		{Path: "/docs/security", Name: "Security", Source: "SECURITY.md"},
		{Path: "/docs/threat-model", Name: "Threat model", Source: "docs/threat-model.md"},
	}},
	{Path: "/docs/accessibility", Name: "Accessibility", Source: "docs/accessibility.md", Below: []page{
		{Path: "/docs/derivation", Name: "Tagged PDF", Source: "docs/derivation.md"},
	}},
	{Path: "/docs/machines", Name: "Machines", Source: "docs/machines.md"},
	{Path: "/docs/styling", Name: "Styling", Source: "docs/styling.md"},
	{Path: "/docs/architecture", Name: "Architecture", Source: "ARCHITECTURE.md"},
	{Path: "/docs/benchmarks", Name: "Benchmarks", Source: "BENCHMARKS.md", Below: []page{
		{Path: "/docs/regress", Name: "Measuring", Source: "docs/regress.md"},
	}},
}

// copied are files that pages link to, and that are no pages.
var copied = []string{"docs/schema/document-1.json"}

// made are addresses of the service that documents name.
var made = []string{"/docs", "/docs/errors", "/openapi.json", "/openapi.yaml"}

// repository is where the files are that are no part of the site.
const repository = "https://github.com/pagelift/pagelift/blob/HEAD/"

// flat are pages and those below them, in their order.
func flat(list []page) (all []page) {
	for _, p := range list {
		all = append(all, p)
		all = append(all, flat(p.Below)...)
	}
	return all
}
