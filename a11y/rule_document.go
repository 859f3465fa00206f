package a11y

import (
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// The document as a whole: its title, reloading, zooming, ways to bypass what repeats, and ids and attributes that
// are given twice.
//
//	<meta http-equiv="refresh" content="30">     fails: the page is left before all have read it
var documentRules = []rule{
	{
		Rule: Rule{
			ID: "document-title", Impact: Serious, Level: A, ACT: []string{"2779a5"}, WCAG: []string{"2.4.2"},
			Help: "The document has a title",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagHTML}}, each: documentTitle,
	},
	{
		Rule: Rule{
			ID: "meta-refresh", Impact: Critical, Level: A, ACT: []string{"bc659a"}, WCAG: []string{"2.2.1"},
			Help: "The document does not reload or leave by itself after a while",
		},
		weight: 10, on: trigger{tags: []dom.Tag{dom.TagMeta}},
		each: func(p *page, n dom.Node) verdict { return metaRefresh(p, n, longestDelay) },
	},
	{
		Rule: Rule{
			ID: "meta-refresh-no-exceptions", Impact: Minor, Level: AAA, ACT: []string{"bisz58"}, WCAG: []string{"2.2.4", "3.2.5"},
			Help: "The document does not reload or leave by itself",
		},
		on:   trigger{tags: []dom.Tag{dom.TagMeta}},
		each: func(p *page, n dom.Node) verdict { return metaRefresh(p, n, -1) },
	},
	{
		Rule: Rule{
			ID: "meta-viewport", Impact: Moderate, Level: AA, ACT: []string{"b4f0c3"}, WCAG: []string{"1.4.4"},
			Help: "The viewport can be zoomed",
		},
		weight: 10, on: trigger{tags: []dom.Tag{dom.TagMeta}}, each: metaViewport,
	},
	{
		Rule: Rule{
			ID: "bypass", Impact: Serious, Level: A, WCAG: []string{"2.4.1"},
			Help: "A heading, a landmark or a link leads past what repeats on every page",
		},
		weight: 7, whole: bypass,
	},
	{
		Rule: Rule{
			ID: "duplicate-id", Impact: Minor, Level: BestPractice, ACT: []string{"3ea0c8"},
			Help: "Each id stands for one element",
		},
		on: trigger{flags: dom.HasID}, each: duplicateID,
	},
	{
		Rule: Rule{
			ID: "attr-not-duplicated", Impact: Minor, Level: BestPractice, ACT: []string{"e6952f"},
			Help: "No start tag has an attribute twice",
		},
		whole: attrNotDuplicated,
	},
}

// documentTitle fails a page whose first title is missing or empty.
func documentTitle(p *page, n dom.Node) verdict {
	if !p.IsPage() {
		return verdict{}
	}
	for c := range p.Subtree(n) {
		if p.Tag(c) == dom.TagTitle && !p.Has(c, dom.InTemplate) {
			return passIf(!dom.IsBlank(p.Text(c)), "the title is empty")
		}
	}
	return fail("there is no title")
}

// longestDelay is the exception of success criterion 2.2.1: 20 hours, in seconds.
const longestDelay = 20 * 60 * 60

// metaRefresh decides the first meta element that makes a browser reload. The delay must be 0 seconds, or more
// than the exception if there is one.
func metaRefresh(p *page, n dom.Node, exception int) verdict {
	seconds, ok := p.refreshDelay(n)
	if ok && p.refresh == dom.None {
		p.refresh = n
	}
	if !ok || p.refresh != n {
		return verdict{}
	}
	return passIf(seconds == 0 || exception >= 0 && seconds > exception, "the document is left before everybody can have read it")
}

// refreshDelay reads the delay of a declarative refresh in a meta element (HTML Standard section 4.2.5.3).
func (p *page) refreshDelay(n dom.Node) (seconds int, ok bool) {
	if !strings.EqualFold(strings.TrimSpace(p.Value(n, "http-equiv")), "refresh") {
		return 0, false
	}
	s := dom.TrimSpaceLeft(p.Value(n, "content"))
	i := 0
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		seconds = min(seconds*10+int(s[i]-'0'), longestDelay*1000)
	}
	if i == 0 && (s == "" || s[0] != '.') {
		return 0, false
	}
	for i < len(s) && (s[i] == '.' || s[i] >= '0' && s[i] <= '9') {
		i++
	}
	return seconds, i == len(s) || s[i] == ';' || s[i] == ',' || dom.IsSpace(s[i])
}

// leastZoom is how far text must be able to grow by success criterion 1.4.4.
const leastZoom = 2

// metaViewport fails a viewport that forbids zooming or stops it below 200 %. Values have the meaning that CSS
// Device Adaptation 1 section 9 gives them, as in browsers.
func metaViewport(p *page, n dom.Node) verdict {
	if !strings.EqualFold(strings.TrimSpace(p.Value(n, "name")), "viewport") || !p.HasAttr(n, "content") {
		return verdict{}
	}
	properties := viewportProperties(p.Value(n, "content"))
	out := verdict{}
	if value, ok := properties["user-scalable"]; ok {
		if out = pass; fixesZoom(value) {
			return fail("user-scalable forbids zooming").with("user-scalable", value)
		}
	}
	if value, ok := properties["maximum-scale"]; ok {
		if out = pass; stopsZoom(value) {
			return fail("maximum-scale stops zooming short of 200 %").with("maximum-scale", value)
		}
	}
	return out
}

// fixesZoom reports whether a value of user-scalable means "fixed" in CSS: a number between -1 and 1, or any word
// but three.
func fixesZoom(value string) bool {
	if zoom, known := css.LeadingNumber(value); known {
		return zoom > -1 && zoom < 1
	}
	return value != "yes" && value != "device-width" && value != "device-height"
}

// stopsZoom reports whether a value of maximum-scale is a zoom of less than 2. "yes" means 1, an unknown word 0.1.
// A negative number is ignored.
func stopsZoom(value string) bool {
	if zoom, known := css.LeadingNumber(value); known {
		return zoom >= 0 && zoom < leastZoom
	}
	return value != "device-width" && value != "device-height"
}

// viewportProperties returns the properties in the content of a viewport element with their values,
// lower case (CSS Device Adaptation 1 section 9.1). If a name is repeated, the last value
// counts. A property without a value is ignored.
//
//	width = device-width maximum-scale=1;user-scalable no    width, maximum-scale
func viewportProperties(content string) map[string]string {
	list := map[string]string{}
	rest := strings.ToLower(content)
	until := func(stop func(byte) bool) string {
		i := 0
		for i < len(rest) && !stop(rest[i]) {
			i++
		}
		word := rest[:i]
		rest = rest[i:]
		return word
	}
	ends := func(c byte) bool { return c == ',' || c == ';' }
	parts := func(c byte) bool { return dom.IsSpace(c) || ends(c) || c == '=' }
	for rest != "" {
		until(func(c byte) bool { return !parts(c) })
		name := until(parts)
		until(func(c byte) bool { return ends(c) || c == '=' })
		if rest == "" || ends(rest[0]) {
			continue
		}
		until(func(c byte) bool { return !dom.IsSpace(c) && c != '=' })
		if value := until(parts); name != "" && value != "" {
			list[name] = value
		}
	}
	return list
}

// bypass looks for a way to skip the blocks at the top. A person decides whether one is needed.
func bypass(p *page, report func(dom.Node, verdict)) {
	links, way := false, false
	for n := range p.Count() {
		e := p.At(n)
		if e.Flags&dom.InTemplate != 0 {
			continue
		}
		switch e.Tag {
		case dom.TagA:
			if e.Flags&dom.HasAttributes == 0 {
				continue
			}
			href, ok := p.Attr(n, "href")
			links = links || ok
			id, inside := fragment(href)
			way = way || inside && p.ByID(id) != dom.None
		case dom.TagH1, dom.TagH2, dom.TagH3, dom.TagH4, dom.TagH5, dom.TagH6, dom.TagMain:
			way = way || p.Exposed(n)
		default:
			if e.Flags&dom.HasRole != 0 {
				name := p.RoleName(n)
				way = way || name == "heading" || name == "main"
			}
		}
		if links && way {
			break
		}
	}
	switch {
	case !links || p.Root() == dom.None:
	case way:
		report(p.Root(), pass)
	default:
		report(p.Root(), unsure("no heading, main landmark or link inside of the document was found"))
	}
}

// duplicateID fails every element with an id but the first.
func duplicateID(p *page, n dom.Node) verdict {
	id, _ := p.Attr(n, "id")
	if id == "" {
		return verdict{}
	}
	if p.ByID(id) == n {
		return pass
	}
	return fail("another element has the same id").with("id", id)
}

// attrNotDuplicated fails start tags that have an attribute twice. Parsers keep the first.
func attrNotDuplicated(p *page, report func(dom.Node, verdict)) {
	if p.Root() == dom.None {
		return
	}
	if !p.HasDuplicateAttrs() {
		report(p.Root(), pass)
		return
	}
	for n := range p.Count() {
		if name, ok := p.DuplicateAttr(n); ok {
			report(n, fail("the attribute stands twice on the start tag").with("attribute", name))
		}
	}
}
