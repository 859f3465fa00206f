package a11y

import (
	"fmt"
	"strings"
	"unicode"
)

// Colours of text.
var colorRules = []rule{
	{
		Rule: Rule{
			ID: "color-contrast", Impact: Serious, Level: AA, ACT: []string{"afw4f7"}, WCAG: []string{"1.4.3"},
			Help: "Text has a contrast of 4.5 to its background, large text of 3",
		},
		weight: 7, on: trigger{all: true},
		each: func(p *page, n node) verdict { return textContrast(p, n, contrastNeeds{normal: 4.5, large: 3}) },
	},
	{
		Rule: Rule{
			ID: "color-contrast-enhanced", Impact: Serious, Level: AAA, ACT: []string{"09o5cg"}, WCAG: []string{"1.4.6"},
			Help: "Text has a contrast of 7 to its background, large text of 4.5",
		},
		on:   trigger{all: true},
		each: func(p *page, n node) verdict { return textContrast(p, n, contrastNeeds{normal: 7, large: 4.5}) },
	},
}

// contrastNeeds are the least ratios that are enough.
type contrastNeeds struct{ normal, large float64 }

const (
	// largePixels and largeBoldPixels are 18 and 14 points, the "large scale" of
	// WCAG 2.2, a hair less because sizes are rounded on the way.
	largePixels     = 24 - 0.01
	largeBoldPixels = 14*96.0/72 - 0.01
)

// of is the least ratio for text in a style; sure unless its size is not known.
func (c contrastNeeds) of(s *style) (need float64, sure bool) {
	if !s.knows(propFontSize) || !s.knows(propFontWeight) {
		return c.normal, false
	}
	if s.fontSize >= largePixels || s.fontSize >= largeBoldPixels && s.weight >= boldWeight {
		return c.large, true
	}
	return c.normal, true
}

// textContrast decides the text directly in an element.
func textContrast(p *page, n node, needs contrastNeeds) verdict {
	s := p.styleOf(n)
	if !s.visible() || p.at(n).space != spaceHTML || p.has(n, unrendered) || !p.hasOwnText(n) || p.tag(n) == tagOption || p.tag(n) == tagOptgroup {
		return verdict{}
	}
	r := s.contrast()
	need, sizeKnown := needs.of(s)
	if r.least >= need {
		return pass
	}
	switch {
	case p.inactive(n):
		return verdict{}
	case r.most >= need && r.unknown != "":
		return unsure(r.unknown)
	case r.most >= need:
		return unsure("the background has several colours, and not all are far enough from the text").withContrast(s, r, need)
	case r.most >= needs.large && !sizeKnown:
		return unsure("the text is not large enough for sure").withContrast(s, r, need)
	case r.most < leastVisible:
		return unsure("the text has the colour of its background")
	}
	if why := p.excused(n); why != "" {
		return unsure(why).withContrast(s, r, need)
	}
	if r.unknown != "" {
		return fail(fmt.Sprintf("the contrast is %.2f at most, whatever is behind the text; needed is %g", r.most, need)).withContrast(s, r, need)
	}
	return fail(fmt.Sprintf("the contrast is %.2f, needed is %g", r.most, need)).withContrast(s, r, need)
}

// leastVisible is the ratio below which nobody can mean a text to be read: W3C's rule
// leaves out text of the same colour as its background.
const leastVisible = 1.01

// withContrast adds the facts of a contrast.
func (v verdict) withContrast(s *style, r *contrastRange, need float64) verdict {
	v.data = Data{
		"foreground": r.text.hex(), "background": r.back.hex(), "ratio": formatRatio(r.most),
		"needed": fmt.Sprintf("%g", need), "fontSize": fmt.Sprintf("%gpx", s.fontSize), "fontWeight": fmt.Sprint(s.weight),
	}
	return v
}

var fallbackTags = tagsOf(tagVideo, tagAudio, tagCanvas, tagIframe, tagObject, tagTextarea)

// maxOverlays is how many elements out of the flow are looked at one by one.
const maxOverlays = 1000

// excused is why text of too little contrast may yet be none that anybody must read, or
// may have another background, or "".
func (p *page) excused(n node) string {
	if !p.saysSomething(n) {
		return "it is not certain that this is text"
	}
	if fallbackTags.has(p.tag(n)) || p.ancestor(n, &fallbackTags) != none {
		return "the text may be shown only where something else is not"
	}
	if len(p.overlays()) > maxOverlays {
		return whyPositioned
	}
	for _, o := range p.overlays() {
		if p.contains(o, n) {
			return whyPositioned
		}
	}
	return ""
}

// saysSomething reports whether the own text of n has two letters or digits: a single
// one is often a symbol, and signs express nothing in a human language.
func (p *page) saysSomething(n node) bool {
	count := 0
	for _, r := range p.ownText(n) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			count++
		}
	}
	return count > 1
}

// inactive reports text of a control that cannot be used: in it, in its label, or in a
// group that is disabled as a whole.
func (p *page) inactive(n node) bool {
	for a := n; a != none; a = p.parent(a) {
		e := p.at(a)
		if e.flags&hasAttributes == 0 && e.tag != tagLabel {
			continue
		}
		if e.flags&hasARIA != 0 && p.ariaDisabled(a) {
			return true
		}
		if disableableTags.has(e.tag) && p.disabled(a) {
			return true
		}
		if e.tag == tagLabel && p.labelsInactive(a) {
			return true
		}
		if e.flags&hasID != 0 && p.namesInactive(a) {
			return true
		}
	}
	return false
}

// labelsInactive reports a label of a disabled control.
func (p *page) labelsInactive(label node) bool {
	answer, known := p.inactiveLabels[label]
	if !known {
		target := p.labelTarget(label)
		answer = target != none && (p.disabled(target) || p.ariaDisabled(target))
		if p.inactiveLabels == nil {
			p.inactiveLabels = map[node]bool{}
		}
		p.inactiveLabels[label] = answer
	}
	return answer
}

func (p *page) ariaDisabled(n node) bool {
	return strings.EqualFold(strings.TrimSpace(p.value(n, "aria-disabled")), "true")
}

// namesInactive reports whether aria-labelledby of a disabled element refers to n.
func (p *page) namesInactive(n node) bool {
	if p.inactiveNames == nil {
		p.inactiveNames = map[string]bool{}
		for m := range p.count() {
			if p.has(m, hasARIA) && p.hasAttr(m, "aria-labelledby") && (p.ariaDisabled(m) || disableableTags.has(p.tag(m)) && p.disabled(m)) {
				for id := range strings.FieldsSeq(p.value(m, "aria-labelledby")) {
					p.inactiveNames[id] = true
				}
			}
		}
	}
	return p.inactiveNames[p.value(n, "id")]
}
