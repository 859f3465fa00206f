package a11y

import "fmt"

// Assess adds to a report on HTML what the conversion lost or had to guess: the rules whose ids begin with pdf-.
// Score becomes the score of HTML and source together, rounded down. HTMLScore does not change.
func (r *Report) Assess(s *Source) {
	decisions := make([]decision, len(sourceRules))
	for i := range sourceRules {
		rule := &sourceRules[i]
		decisions[i].Rule = rule.Rule
		rule.decide(s, &decisions[i])
	}
	r.Source = s
	r.add(decisions)
}

// Rules about a conversion: what of the document is lost in the HTML, or had to be guessed. They
// decide on a Source, which the converter fills.
//
//	Source{Links: Inventory{Total: 3, Missing: Occurrences{Count: 1, Pages: []int{2}}}}
//	fails "pdf-links-kept": a link of page 2 is not in the HTML

// sourceRule is a rule about a conversion.
type sourceRule struct {
	Rule
	decide func(*Source, *decision)
}

var sourceRules = [...]sourceRule{
	{Rule{
		ID: "pdf-text-available", Impact: Critical, Level: A, WCAG: []string{"1.1.1"},
		Help: "Every page that shows something has text", HelpURL: wcagURL("non-text-content"),
	}, textAvailable},
	{Rule{
		ID: "pdf-unicode", Impact: Critical, Level: A, WCAG: []string{"1.3.1"},
		Help: "Text is characters that can be read out", HelpURL: wcagURL("info-and-relationships"),
	}, unicodeKnown},
	{Rule{
		ID: "pdf-ocr-confidence", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
		Help: "Text that was recognised in pictures is what they show", HelpURL: wcagURL("info-and-relationships"),
	}, recognisedSurely},
	{Rule{
		ID: "pdf-figure-alt", Impact: Critical, Level: A, WCAG: []string{"1.1.1"},
		Help: "Figures have a text alternative in the document", HelpURL: wcagURL("non-text-content"),
	}, figureAlternatives},
	{Rule{
		ID: "pdf-form-label", Impact: Critical, Level: A, WCAG: []string{"4.1.2", "3.3.2"},
		Help: "Form fields have a name in the document", HelpURL: wcagURL("name-role-value"),
	}, controlNames},
	{Rule{
		ID: "pdf-structure-kept", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
		Help: "Headings, lists and tables of the document are in the HTML", HelpURL: wcagURL("info-and-relationships"),
	}, structureKept},
	{Rule{
		ID: "pdf-table-headers", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
		Help: "Tables have header cells", HelpURL: wcagURL("info-and-relationships"),
	}, tableHeaders},
	{Rule{
		ID: "pdf-reading-order", Impact: Serious, Level: A, WCAG: []string{"1.3.2"},
		Help: "The reading order is the document's own, or cannot be mistaken", HelpURL: wcagURL("meaningful-sequence"),
	}, readingOrder},
	{Rule{
		ID: "pdf-language", Impact: Serious, Level: A, WCAG: []string{"3.1.1"},
		Help: "The document states its language", HelpURL: wcagURL("language-of-page"),
	}, languageStated},
	{Rule{
		ID: "pdf-links-kept", Impact: Serious, Level: A, WCAG: []string{"2.4.4"},
		Help: "Links of the document are in the HTML", HelpURL: wcagURL("link-purpose-in-context"),
	}, linksKept},
	{Rule{
		ID: "pdf-title", Impact: Moderate, Level: A, WCAG: []string{"2.4.2"},
		Help: "The document has a title", HelpURL: wcagURL("page-titled"),
	}, titleKnown},
}

// onPages returns the occurrences of something in the form of a decision. The target of each is the anchor of its
// page.
func onPages(o Occurrences, message string) found {
	f := found{count: o.Count}
	for _, page := range o.Pages {
		f.nodes = append(f.nodes, Node{Target: fmt.Sprintf("#page-%d", page), Page: page, Message: message})
	}
	return f
}

// inDocument returns a finding about the document as a whole.
func inDocument(format string, args ...any) found {
	return found{count: 1, nodes: []Node{{Target: "html", Message: fmt.Sprintf(format, args...)}}}
}

// decideEach decides a rule about the things of one kind: those that lack something break it, a person has to look
// at doubtful ones, and the others pass.
func decideEach(p *Inventory, d *decision, missing, doubtful string) {
	d.failed, d.incomplete = onPages(p.Missing, missing), onPages(p.Doubtful, doubtful)
	d.passed = max(0, p.Total-p.Missing.Count-p.Doubtful.Count)
}

// textAvailable fails pages that show something, but no text.
func textAvailable(s *Source, d *decision) {
	d.failed = onPages(s.WithoutText, "the page has pictures and no text: it may be a scan")
	d.passed = max(0, s.Pages-s.WithoutText.Count)
}

// unreadableShare is the share of unreadable characters from which text counts as lost: in many documents bullets,
// ligatures and signs of symbol fonts are unreadable.
const unreadableShare = 0.01

// unicodeKnown fails a document in which too many characters cannot be read.
func unicodeKnown(s *Source, d *decision) {
	switch {
	case s.Glyphs == 0:
	case float64(s.Unreadable) > unreadableShare*float64(s.Glyphs):
		d.failed = inDocument("%d of %d characters are not mapped to Unicode", s.Unreadable, s.Glyphs)
	case s.Unreadable > 0:
		d.incomplete = inDocument("%d of %d characters are not mapped to Unicode", s.Unreadable, s.Glyphs)
	default:
		d.passed = 1
	}
}

// recognisedSurely asks people to look at pages that were recognised with little confidence.
func recognisedSurely(s *Source, d *decision) {
	decideEach(&s.Recognised, d, "", "the text of the page was recognised with little confidence")
}

// figureAlternatives fails figures without an alternative.
func figureAlternatives(s *Source, d *decision) {
	decideEach(&s.Figures, d, "the document has no text alternative for the figure",
		"the document does not say what the picture is, or that it is decoration")
}

// controlNames fails form fields without a name.
func controlNames(s *Source, d *decision) {
	decideEach(&s.Controls, d, "the document has no name for the form field",
		"the name of the form field is text that stands near it")
}

// tableHeaders fails tables without header cells.
func tableHeaders(s *Source, d *decision) {
	decideEach(&s.Tables, d, "no header cell was found for the table", "the header cells of the table are doubtful")
}

// linksKept fails links that are lost.
func linksKept(s *Source, d *decision) {
	decideEach(&s.Links, d, "a link of the document is not in the HTML", "")
}

// structureKept compares the structure tree with the HTML. A part of the tree may be missing for good reason, such
// as the lists that a producer makes of page numbers.
func structureKept(s *Source, d *decision) {
	for _, k := range s.Kinds {
		switch {
		case k.Source == 0:
		case k.HTML == 0:
			d.failed.count++
			d.failed.nodes = append(d.failed.nodes, Node{Target: "html", Message: fmt.Sprintf("the document has %d of kind %s and the HTML none", k.Source, k.Name)})
		case 2*k.HTML < k.Source:
			d.incomplete.count++
			d.incomplete.nodes = append(d.incomplete.nodes, Node{Target: "html", Message: fmt.Sprintf("the document has %d of kind %s and the HTML %d", k.Source, k.Name, k.HTML)})
		default:
			d.passed++
		}
	}
}

// disorderly is the disorder from which a person should look whether the structure tree or the look of the pages
// is right. Of 40 tagged documents 27 have no step back at all. Trees that are sound lead back for notes, boxes
// and the fields of forms, in up to 0.13 of their steps.
const disorderly = 0.15

// readingOrder asks people to look where tags and pages disagree, and at columns without tags.
func readingOrder(s *Source, d *decision) {
	switch {
	case s.Glyphs == 0:
	case s.Structure != FromLayout && s.Disorder > disorderly:
		d.incomplete = inDocument("the order of the tags is not that of the pages (%.0f %% of the steps lead back)", 100*s.Disorder)
	case s.Structure == FromLayout && s.Columns.Count > 0:
		d.incomplete = onPages(s.Columns, "text stands side by side, and no tags say in which order it is read")
	default:
		d.passed = 1
	}
}

// languageStated fails a document whose language is not known.
func languageStated(s *Source, d *decision) {
	switch {
	case s.Glyphs == 0:
	case s.Language == Nowhere:
		d.failed = inDocument("the document states no language, and its text does not tell")
	case s.Language == FromText:
		d.incomplete = inDocument("the document states no language; that of the HTML is guessed from its text")
	default:
		d.passed = 1
	}
}

// titleKnown fails a document without a title.
func titleKnown(s *Source, d *decision) {
	if s.Title == Nowhere {
		d.failed = inDocument("the document has no title, and none was found on its pages")
		return
	}
	d.passed = 1
}
