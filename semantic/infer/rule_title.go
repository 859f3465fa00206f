package infer

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// titleLetters is the fewest letters of a title.
	titleLetters = 3
	// titleBytes is the longest title: longer text is an abstract.
	titleBytes = 400
	// titleStep makes the claim of a title heavier than its claim as a heading.
	titleStep = 0.01
	// titlePageBytes is the most text on a title page.
	titlePageBytes = 400
	// coverText is the most text on a cover. coverHeads is the fewest headings on it beside the title:
	// with fewer, a heading may belong to text that follows on the next page.
	coverText  = 800
	coverHeads = 2
)

// title finds the title of the document.
//
//	metadata: "On foxes"                         taken
//	metadata: "Microsoft Word - fox_final.doc"   the name of a file; so is "untitled": the
//	                                             largest heading of the first page is taken
//
// The heading of the first page that the metadata name gets the role Title; else the largest one, if no other heading is
// as large.
func title(ctx context.Context, d *draft) error {
	d.title = saneTitle(d.src.Title)
	best := d.titleHead()
	if best == nil {
		return ctx.Err()
	}
	if d.underJournal(best) {
		d.plainHead(best)
	}
	if d.onlyHead(best) {
		d.claim(best, semantic.Title, because("title", max(titleWeight, best.weight+titleStep), "the largest heading of the first page, and the only one of its look"))
		for p := best.next; p != nil; p = p.next {
			d.overrule(p, semantic.Title, because("title", p.weight, "goes on with the title"))
		}
	}
	if best.role == semantic.Title {
		d.plainCover(best)
		if d.isNamed(best) {
			d.plainHead(best)
		}
	} else {
		d.deny(best, semantic.Title, semantic.Barred, because("title", 0, "another heading of the document is as large"))
	}
	if d.title == "" {
		d.title = strings.TrimSpace(withoutSigns(d.chainText(best)))
	}
	return ctx.Err()
}

// titleHead returns the heading on the first page with text that the metadata name; else the largest, of equals the
// first. The heading of a list of contents does not count.
func (d *draft) titleHead() *part {
	var best *part
	first := int32(-1)
	for p := range d.all() {
		if !p.flows() {
			continue
		}
		if first < 0 {
			first = p.sheet
		}
		if p.sheet != first {
			break
		}
		if p.role != semantic.H || p.continued || contentsHeading(d, p) != "" {
			continue
		}
		if d.isNamed(p) {
			return p
		}
		if d.namesJournal(p) {
			continue
		}
		if best == nil || p.look.quarters > best.look.quarters {
			best = p
		}
	}
	return best
}

// onlyHead reports whether no other heading of the document is as large as p. Numbered
// headings of its look do not count if p has no number. On a title page p is the title
// in any case, and so is what the metadata name. A part that many documents have, such as a preface, is none.
func (d *draft) onlyHead(p *part) bool {
	switch {
	case words.IsSectionName(d.text(p)):
		return false // the preface of a document whose title is not printed; browsers write such names into the metadata, too
	case d.onTitlePage(p), d.isNamed(p):
		return true
	}
	bare := words.NumberOf(d.text(p)).Depth == 0
	for _, h := range d.heads {
		if h == p || h.look.quarters < p.look.quarters {
			continue
		}
		if h.look != p.look || !bare || p.outlined > 0 || words.NumberOf(d.text(h)).Depth == 0 {
			return false
		}
	}
	return true
}

// isNamed reports whether the metadata name p as the title.
func (d *draft) isNamed(p *part) bool {
	named := strings.Join(strings.Fields(saneTitle(d.src.Title)), " ")
	return named != "" && strings.EqualFold(named, strings.TrimSpace(withoutSigns(d.chainText(p))))
}

// namesJournal reports whether p is the name of a journal, which may be set larger than the title: the running
// head of the page has it with a volume behind it.
//
//	Fox Letters 137 (2015) 1–5        running head
//	Fox Letters                       p
//	On the speed of foxes             title
func (d *draft) namesJournal(p *part) bool {
	name := strings.TrimSpace(d.chainText(p))
	s := d.sheetOf(p)
	for i := range s.parts {
		head := &s.parts[i]
		if head.role != semantic.Artifact || head.count == 0 {
			continue
		}
		rest, ok := strings.CutPrefix(d.text(head), name+" ")
		if ok && volume().MatchString(rest) {
			return true
		}
	}
	return false
}

// volume is what stands behind the name of a journal: "137 (2015) 1–5", "Vol. 12, No. 3".
var volume = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d{1,4} ?\((19|20)\d\d\)|(?i:vol(ume|\.)) ?\d)`)
})

// underJournal reports whether the name of a journal stands above the title as a heading.
func (d *draft) underJournal(title *part) bool {
	s := d.sheetOf(title)
	for i := range s.parts {
		p := &s.parts[i]
		if p == title {
			break
		}
		if p.role == semantic.H && !p.continued && d.namesJournal(p) {
			return true
		}
	}
	return false
}

// plainHead makes the headings above the title paragraphs: the name of a journal, which is set larger than its papers.
// Tags are left to say what they are.
func (d *draft) plainHead(title *part) {
	s := d.sheetOf(title)
	changed := false
	for i := range s.parts {
		p := &s.parts[i]
		if p == title {
			break
		}
		if p.role == semantic.H && p.weight < tagWeight && !p.continued && !d.headsSection(p) {
			d.unhead(p, "title", "stands above the title")
			changed = true
		}
	}
	if changed {
		d.collectHeads()
	}
}

// onTitlePage reports whether the page of p has little text beside it, and the document
// goes on behind it. There chapters may be set larger than the title.
func (d *draft) onTitlePage(p *part) bool {
	s := d.sheetOf(p)
	if int(s.index) == len(d.sheets)-1 || p.outlined > 0 || words.NumberOf(d.text(p)).Depth > 0 {
		return false
	}
	bytes := int32(0)
	for i := range s.parts {
		q := &s.parts[i]
		if q.role != semantic.P && q.role != semantic.H && q.role != semantic.Artifact || q.role == semantic.P && q.count >= runningLines {
			return false
		}
		if q.role != semantic.Artifact {
			bytes += q.bytes
		}
	}
	return bytes <= titlePageBytes
}

// plainCover makes the other headings of a cover paragraphs. Authors, dates and publishers are set
// large there, and head nothing:
//
//	To FUSE or Not to FUSE        the title
//	Anna Berg, Oslo               bold, in 14 points
//	ISBN 978-1-931971-36-2        in 12 points, the text of the paper in 10
func (d *draft) plainCover(title *part) {
	s := d.sheetOf(title)
	if int(s.index) == len(d.sheets)-1 {
		return
	}
	bytes := int32(0)
	var heads []*part
	for i := range s.parts {
		p := &s.parts[i]
		switch {
		case !p.flows() || p == title:
			continue
		case p.role == semantic.H && p.outlined == 0 && words.NumberOf(d.text(p)).Depth == 0 && !words.IsSectionName(d.text(p)):
			if !p.continued {
				heads = append(heads, p)
			}
		case p.role == semantic.Title:
		case p.role != semantic.P || p.count >= runningLines:
			return
		}
		bytes += p.bytes
	}
	if bytes > coverText || len(heads) < coverHeads {
		return
	}
	for _, h := range heads {
		d.unhead(h, "title", "on a cover, without text below it")
	}
	d.collectHeads()
}

// chainText returns the text of p and of the parts that continue it.
func (d *draft) chainText(p *part) string {
	text := d.text(p)
	for p = p.next; p != nil; p = p.next {
		text += " " + d.text(p)
	}
	return text
}

// fileTypes are the extensions of the files that documents are made from.
var fileTypes = words.Set(`doc|docx|pdf|tex|dvi|ps|eps|indd|qxd|qxp|pmd|p65|fm|book|xls|xlsx|ppt|pptx|odt|ods|odp|rtf|htm|html|xml|md|txt|wpd|pub|
	cdr|ai|vsd|jpg|jpeg|tif|tiff|png`)

// isFileName reports whether a title, in lower case, is a file's name or path.
func isFileName(title string) bool {
	if dot := strings.LastIndexByte(title, '.'); dot >= 0 && fileTypes(title[dot+1:]) {
		return true
	}
	return strings.ContainsAny(title, `\/`) && !strings.ContainsRune(title, ' ')
}

// placeholders are titles that programs give to documents without one.
var placeholders = words.Set(`untitled|no title|title|unnamed|document|presentation|layout|slide|book|sheet|drawing|new document|
	powerpoint presentation|print|scan|template|default|about:blank|none|null|unknown`)

// isPlaceholder reports whether a title, in lower case, is a placeholder, numbered or not:
// "document2", "slide (3)".
func isPlaceholder(title string) bool {
	title = strings.TrimSuffix(title, ")")
	title = strings.TrimRight(title, "0123456789")
	title = strings.TrimSuffix(title, "(")
	return placeholders(strings.TrimRight(title, " _-"))
}

// isProducerTitle reports whether a title, in lower case, begins with the name of an Office
// program: "microsoft word - fox.doc".
func isProducerTitle(title string) bool {
	rest, ok := strings.CutPrefix(title, "microsoft ")
	if !ok {
		return false
	}
	program, _, ok := strings.Cut(strings.TrimPrefix(rest, "office "), " - ")
	return ok && officePrograms(program)
}

var officePrograms = words.Set(`word|powerpoint|excel|publisher`)

// saneTitle returns the title of the metadata if it is a title, else "".
func saneTitle(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	letters := 0
	for _, r := range s {
		switch {
		case r == unicode.ReplacementChar:
			return ""
		case unicode.IsLetter(r):
			letters++
		}
	}
	if letters < titleLetters || len(s) > titleBytes {
		return ""
	}
	if lower := strings.ToLower(s); isProducerTitle(lower) || isFileName(lower) || isPlaceholder(lower) {
		return ""
	}
	return s
}
