package a11y

// Landmarks: the regions by which people who do not see the page find their way.
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
		on: trigger{tags: []tag{tagBody}}, each: contentInRegions,
	},
}

const landmarkURL = "https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/"

func oneMain(p *page, report func(node, verdict)) {
	if p.root() == none {
		return
	}
	for _, l := range p.landmarks() {
		if l.name == "main" {
			report(p.root(), pass)
			return
		}
	}
	report(p.root(), fail("there is no main landmark"))
}

// duplicateLandmark is a rule that one kind of landmark stands once.
func duplicateLandmark(id, name, help string) rule {
	return rule{
		Rule: Rule{ID: id, Impact: Moderate, Level: BestPractice, Help: help, HelpURL: landmarkURL},
		whole: func(p *page, report func(node, verdict)) {
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

// topLandmark is a rule that one kind of landmark is inside of no other.
func topLandmark(id, name, help string) rule {
	return rule{
		Rule: Rule{ID: id, Impact: Moderate, Level: BestPractice, Help: help, HelpURL: landmarkURL},
		whole: func(p *page, report func(node, verdict)) {
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

func uniqueLandmarks(p *page, report func(node, verdict)) {
	type key struct{ role, name string }
	list := p.landmarks()
	seen := map[key]int{}
	keys := make([]key, len(list))
	for i, l := range list {
		keys[i] = key{l.name, p.accName(l.node)}
		seen[keys[i]]++
	}
	for i, l := range list {
		report(l.node, passIf(seen[keys[i]] == 1, "another landmark has the same role and name"))
	}
}

// regionRoles hold content that needs no landmark around it.
var regionRoles = map[string]bool{"alert": true, "alertdialog": true, "dialog": true, "log": true, "status": true, "button": true}

// contentTags are content without any text.
var contentTags = tagsOf(tagImg, tagInput, tagSelect, tagTextarea, tagVideo, tagAudio, tagObject, tagEmbed, tagMath, tagCanvas)

// contentInRegions looks for the first content outside of all landmarks.
func contentInRegions(p *page, body node) verdict {
	list := p.landmarks()
	next := 0
	for n := body + 1; n < p.at(body).next; {
		e := p.at(n)
		for next < len(list) && list[next].node < n {
			next++
		}
		skip := next < len(list) && list[next].node == n || !p.exposed(n) || p.holdsItself(n)
		if skip || e.flags&inTemplate != 0 {
			n = e.next
			continue
		}
		if contentTags.has(e.tag) && !isPresentational(p.role(n)) || p.hasOwnText(n) || e.flags&hasARIA != 0 && !isBlank(p.value(n, "aria-label")) {
			return fail("some content stands in no landmark").with("first", p.selector(n))
		}
		n++
	}
	if p.hasOwnText(body) {
		return fail("some text stands in no landmark")
	}
	return pass
}

// holdsItself reports what is found without a landmark: dialogs and messages, buttons and
// frames, and a link to the content at the very top.
func (p *page) holdsItself(n node) bool {
	switch t := p.tag(n); {
	case t == tagSVG || t == tagIframe:
		return true
	case p.has(n, hasRole) || t == tagDialog || t == tagOutput || t == tagButton || t == tagInput:
		if regionRoles[p.roleName(n)] {
			return true
		}
	}
	if p.has(n, hasARIA) && p.value(n, "aria-live") != "" && p.value(n, "aria-live") != "off" {
		return true
	}
	if p.tag(n) != tagA {
		return false
	}
	id, inside := fragment(p.value(n, "href"))
	return inside && p.byID(id) != none
}
