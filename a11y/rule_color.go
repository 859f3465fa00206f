package a11y

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// Text that is too near to the colour of what is behind it. The ratio is computed for the least favourable colour
// that may be behind the text. If that is not known, a person has to look.
//
//	<p style="color:#999">faint</p>     fails: 2.85 on white, needed is 4.5
var colorRules = []rule{
	{
		Rule: Rule{
			ID: "color-contrast", Impact: Serious, Level: AA, ACT: []string{"afw4f7"}, WCAG: []string{"1.4.3"},
			Help: "Text has a contrast of 4.5 to its background, large text of 3",
		},
		weight: 7, on: trigger{all: true},
		each: func(p *page, n dom.Node) verdict { return textContrast(p, n, contrastNeeds{normal: 4.5, large: 3}) },
	},
	{
		Rule: Rule{
			ID: "color-contrast-enhanced", Impact: Serious, Level: AAA, ACT: []string{"09o5cg"}, WCAG: []string{"1.4.6"},
			Help: "Text has a contrast of 7 to its background, large text of 4.5",
		},
		on:   trigger{all: true},
		each: func(p *page, n dom.Node) verdict { return textContrast(p, n, contrastNeeds{normal: 7, large: 4.5}) },
	},
}

// contrastNeeds are the least sufficient ratios.
type contrastNeeds struct{ normal, large float64 }

const (
	// largePixels and largeBoldPixels are 18 and 14 points, the "large scale" of WCAG 2.2. They are slightly less,
	// because sizes are rounded on the way.
	largePixels     = 24 - 0.01
	largeBoldPixels = 14*96.0/72 - 0.01
)

// least returns the least sufficient ratio for text in a style. sure is false if its size is not known.
func (c contrastNeeds) least(s *css.Style) (need float64, sure bool) {
	if !s.Knows(css.PropFontSize) || !s.Knows(css.PropFontWeight) {
		return c.normal, false
	}
	if s.FontSize >= largePixels || s.FontSize >= largeBoldPixels && s.Weight >= css.BoldWeight {
		return c.large, true
	}
	return c.normal, true
}

// textContrast decides the text directly in an element.
func textContrast(p *page, n dom.Node, needs contrastNeeds) verdict {
	s := p.Style(n)
	if !s.Visible() || p.At(n).Space != dom.SpaceHTML || p.Has(n, dom.Unrendered) || !p.HasOwnText(n) || p.Tag(n) == dom.TagOption || p.Tag(n) == dom.TagOptgroup {
		return verdict{}
	}
	r := s.Contrast()
	need, sizeKnown := needs.least(s)
	if r.Least >= need {
		return pass
	}
	switch {
	case p.isInactive(n):
		return verdict{}
	case r.Most >= need && r.Unknown != "":
		return unsure(r.Unknown)
	case r.Most >= need:
		return unsure("the background has several colours, and not all are far enough from the text").withContrast(s, r, need)
	case r.Most >= needs.large && !sizeKnown:
		return unsure("the text is not large enough for sure").withContrast(s, r, need)
	case r.Most < leastVisible:
		return unsure("the text has the colour of its background")
	}
	if why := p.excuse(n); why != "" {
		return unsure(why).withContrast(s, r, need)
	}
	if r.Unknown != "" {
		return fail(fmt.Sprintf("the contrast is %.2f at most, whatever is behind the text; needed is %g", r.Most, need)).withContrast(s, r, need)
	}
	return fail(fmt.Sprintf("the contrast is %.2f, needed is %g", r.Most, need)).withContrast(s, r, need)
}

// leastVisible is the ratio below which nobody can mean a text to be read. The rule of W3C leaves out text of the
// same colour as its background.
const leastVisible = 1.01

// withContrast adds the facts of a contrast.
func (v verdict) withContrast(s *css.Style, r *css.ContrastRange, need float64) verdict {
	v.data = Data{
		"foreground": r.Text.Hex(), "background": r.Back.Hex(), "ratio": formatRatio(r.Most),
		"needed": fmt.Sprintf("%g", need), "fontSize": fmt.Sprintf("%gpx", s.FontSize), "fontWeight": fmt.Sprint(s.Weight),
	}
	return v
}

var fallbackTags = dom.Tags(dom.TagVideo, dom.TagAudio, dom.TagCanvas, dom.TagIframe, dom.TagObject, dom.TagTextarea)

// maxOverlays bounds the elements out of the flow that are examined one by one.
const maxOverlays = 1000

// excuse returns why text with too little contrast may be text that nobody has to read, or may have another
// background. It returns "" if there is no such reason.
func (p *page) excuse(n dom.Node) string {
	if !p.saysSomething(n) {
		return "it is not certain that this is text"
	}
	if fallbackTags.Has(p.Tag(n)) || p.Ancestor(n, &fallbackTags) != dom.None {
		return "the text may be shown only where something else is not"
	}
	if len(p.Overlays()) > maxOverlays {
		return css.WhyPositioned
	}
	for _, o := range p.Overlays() {
		if p.Contains(o, n) {
			return css.WhyPositioned
		}
	}
	return ""
}

// saysSomething reports whether the own text of n has two letters or digits. A single one is often a symbol, and
// signs express nothing in a human language.
func (p *page) saysSomething(n dom.Node) bool {
	count := 0
	for _, r := range p.OwnText(n) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			count++
		}
	}
	return count > 1
}

// isInactive reports whether n is text of a control that cannot be used: in the control, in its
// label, or in a group that is disabled as a whole.
func (p *page) isInactive(n dom.Node) bool {
	for a := n; a != dom.None; a = p.Parent(a) {
		e := p.At(a)
		if e.Flags&dom.HasAttributes == 0 && e.Tag != dom.TagLabel {
			continue
		}
		if e.Flags&dom.HasARIA != 0 && p.isAriaDisabled(a) {
			return true
		}
		if dom.DisableableTags.Has(e.Tag) && p.Disabled(a) {
			return true
		}
		if e.Tag == dom.TagLabel && p.labelsInactive(a) {
			return true
		}
		if e.Flags&dom.HasID != 0 && p.namesInactive(a) {
			return true
		}
	}
	return false
}

// labelsInactive reports whether the control of a label is disabled.
func (p *page) labelsInactive(label dom.Node) bool {
	answer, known := p.inactiveLabels[label]
	if !known {
		target := p.LabelTarget(label)
		answer = target != dom.None && (p.Disabled(target) || p.isAriaDisabled(target))
		if p.inactiveLabels == nil {
			p.inactiveLabels = map[dom.Node]bool{}
		}
		p.inactiveLabels[label] = answer
	}
	return answer
}

// isAriaDisabled reports whether aria-disabled of n is true.
func (p *page) isAriaDisabled(n dom.Node) bool {
	return strings.EqualFold(strings.TrimSpace(p.Value(n, "aria-disabled")), "true")
}

// namesInactive reports whether aria-labelledby of a disabled element refers to n.
func (p *page) namesInactive(n dom.Node) bool {
	if p.inactiveNames == nil {
		p.inactiveNames = map[string]bool{}
		for m := range p.Count() {
			if p.Has(m, dom.HasARIA) && p.HasAttr(m, "aria-labelledby") && (p.isAriaDisabled(m) || dom.DisableableTags.Has(p.Tag(m)) && p.Disabled(m)) {
				for id := range strings.FieldsSeq(p.Value(m, "aria-labelledby")) {
					p.inactiveNames[id] = true
				}
			}
		}
	}
	return p.inactiveNames[p.Value(n, "id")]
}
