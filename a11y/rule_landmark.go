package a11y

import (
	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// Landmarks, the regions by which people who do not see the page find their way: whether there
// is a main one, whether they can be told apart, and whether all content stands in one.
//
//	<body><h1>Report</h1><main>...</main></body>     fails "region": the heading is outside
var landmarkRules = []rule{
	{
		Rule: Rule{
			ID: "landmark-one-main", Impact: Moderate, Level: BestPractice,
			Help: "The document has a main landmark", HelpURL: landmarkURL,
		},
		weight: 3, whole: oneMain,
	},
	duplicateLandmark("landmark-no-duplicate-main", "main", "The document has one main landmark"),
	duplicateLandmark("landmark-no-duplicate-banner", "banner", "The document has one banner"),
	duplicateLandmark("landmark-no-duplicate-contentinfo", "contentinfo", "The document has one footer of the page"),
	topLandmark("landmark-main-is-top-level", "main", "The main landmark stands in no other"),
	topLandmark("landmark-banner-is-top-level", "banner", "The banner stands in no other landmark"),
	topLandmark("landmark-contentinfo-is-top-level", "contentinfo", "The footer of the page stands in no other landmark"),
	topLandmark("landmark-complementary-is-top-level", "complementary", "An aside stands in no other landmark than main"),
	{
		Rule: Rule{
			ID: "landmark-unique", Impact: Moderate, Level: BestPractice,
			Help: "Landmarks of one kind are told apart by their names", HelpURL: landmarkURL,
		},
		whole: uniqueLandmarks,
	},
	{
		Rule: Rule{
			ID: "region", Impact: Moderate, Level: BestPractice,
			Help: "All content stands in landmarks", HelpURL: landmarkURL,
		},
		on: trigger{tags: []dom.Tag{dom.TagBody}}, each: contentInRegions,
	},
}

const landmarkURL = "https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/"

// oneMain fails a document without a main landmark.
func oneMain(p *page, report func(dom.Node, verdict)) {
	if p.Root() == dom.None {
		return
	}
	for _, l := range p.landmarks() {
		if l.name == "main" {
			report(p.Root(), pass)
			return
		}
	}
	report(p.Root(), fail("there is no main landmark"))
}

// duplicateLandmark returns a rule that there is one landmark of a kind.
func duplicateLandmark(id, name, help string) rule {
	return rule{
		Rule: Rule{ID: id, Impact: Moderate, Level: BestPractice, Help: help, HelpURL: landmarkURL},
		whole: func(p *page, report func(dom.Node, verdict)) {
			first := true
			for _, l := range p.landmarks() {
				if l.name == name {
					report(l.node, passIf(first, "there is more than one"))
					first = false
				}
			}
		},
	}
}

// topLandmark returns a rule that a kind of landmark is not inside of another landmark.
func topLandmark(id, name, help string) rule {
	return rule{
		Rule: Rule{ID: id, Impact: Moderate, Level: BestPractice, Help: help, HelpURL: landmarkURL},
		whole: func(p *page, report func(dom.Node, verdict)) {
			list := p.landmarks()
			for _, l := range list {
				if l.name != name {
					continue
				}
				top := l.outer < 0 || name == "complementary" && list[l.outer].name == "main"
				report(l.node, passIf(top, "the landmark stands inside of another"))
			}
		},
	}
}

// uniqueLandmarks fails landmarks with the same role and the same name.
func uniqueLandmarks(p *page, report func(dom.Node, verdict)) {
	type key struct{ role, name string }
	list := p.landmarks()
	seen := map[key]int{}
	keys := make([]key, len(list))
	for i, l := range list {
		keys[i] = key{l.name, p.AccessibleName(l.node)}
		seen[keys[i]]++
	}
	for i, l := range list {
		report(l.node, passIf(seen[keys[i]] == 1, "another landmark has the same role and name"))
	}
}

// regionRoles lists roles of content that needs no landmark around it.
var regionRoles = map[string]bool{"alert": true, "alertdialog": true, "dialog": true, "log": true, "status": true, "button": true}

// contentTags lists elements that are content without any text.
var contentTags = dom.Tags(dom.TagImg, dom.TagInput, dom.TagSelect, dom.TagTextarea, dom.TagVideo, dom.TagAudio, dom.TagObject, dom.TagEmbed, dom.TagMath, dom.TagCanvas)

// contentInRegions looks for the first content outside of all landmarks.
func contentInRegions(p *page, body dom.Node) verdict {
	list := p.landmarks()
	next := 0
	for n := body + 1; n < p.At(body).Next; {
		e := p.At(n)
		for next < len(list) && list[next].node < n {
			next++
		}
		skip := next < len(list) && list[next].node == n || !p.Exposed(n) || p.needsNoLandmark(n)
		if skip || e.Flags&dom.InTemplate != 0 {
			n = e.Next
			continue
		}
		if contentTags.Has(e.Tag) && !names.IsPresentational(p.Role(n)) || p.HasOwnText(n) || e.Flags&dom.HasARIA != 0 && !dom.IsBlank(p.Value(n, "aria-label")) {
			return fail("some content stands in no landmark").with("first", p.Selector(n))
		}
		n++
	}
	if p.HasOwnText(body) {
		return fail("some text stands in no landmark")
	}
	return pass
}

// needsNoLandmark reports whether n can be found without a landmark around it: a dialog, a message, a button, a
// frame, or a link into the document.
func (p *page) needsNoLandmark(n dom.Node) bool {
	switch t := p.Tag(n); {
	case t == dom.TagSVG || t == dom.TagIframe:
		return true
	case p.Has(n, dom.HasRole) || t == dom.TagDialog || t == dom.TagOutput || t == dom.TagButton || t == dom.TagInput:
		if regionRoles[p.RoleName(n)] {
			return true
		}
	}
	if p.Has(n, dom.HasARIA) && p.Value(n, "aria-live") != "" && p.Value(n, "aria-live") != "off" {
		return true
	}
	if p.Tag(n) != dom.TagA {
		return false
	}
	id, inside := fragment(p.Value(n, "href"))
	return inside && p.ByID(id) != dom.None
}
