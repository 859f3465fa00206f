package font

import (
	"bytes"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// parsedCMap is what stands in a CMap stream: a CMap to CIDs (clause 9.7.5.3), a
// ToUnicode CMap (clause 9.10.3), or both at once.
type parsedCMap struct {
	vertical bool
	use      string // name of the CMap it builds on
	spaces   []codespace
	cids     codeRanges
	notdef   codeRanges
	unicode  codeRanges // value: the last character
	prefixes []string   // characters before the last
}

// cmapParser reads the sections of a CMap. Declared counts are not believed, a
// section ends at any keyword, whatever it is called.
type cmapParser struct {
	scan    cmapScanner
	out     parsedCMap
	entries int
	scratch []byte
}

// section is the kind of entries being read.
type section uint8

const (
	noSection section = iota
	codespaceSection
	cidCharSection
	cidRangeSection
	notdefCharSection
	notdefRangeSection
	bfCharSection
	bfRangeSection
)

// sections are the keywords that begin them. Only the end of a word is compared,
// since the count before it is sometimes glued to it.
var sections = [...]struct {
	keyword  string
	section  section
	operands int // of an entry
}{
	{"begincodespacerange", codespaceSection, 2},
	{"begincidchar", cidCharSection, 2},
	{"begincidrange", cidRangeSection, 3},
	{"beginnotdefchar", notdefCharSection, 2},
	{"beginnotdefrange", notdefRangeSection, 3},
	{"beginbfchar", bfCharSection, 2},
	{"beginbfrange", bfRangeSection, 3},
}

// operand is a token of an entry.
type operand struct {
	kind tokenKind
	raw  []byte
	num  int
}

// parseCMap reads a CMap stream. It cannot fail: what it does not understand it
// steps over.
func parseCMap(src []byte) *parsedCMap {
	p := cmapParser{scan: cmapScanner{src: src}}
	var now section
	var args [3]operand
	need, have := 0, 0
	for p.entries < limits.CMapEntries {
		kind := p.scan.next()
		switch kind {
		case endOfCMap:
			return p.finish()
		case wordToken:
			last := args[max(have-1, 0)]
			now, need = p.word(last)
			have = 0
			continue
		case openToken:
			if now == bfRangeSection && have == 2 {
				p.array(args[0], args[1])
				have = 0
			}
			continue
		case closeToken:
			continue
		}
		if now == noSection {
			p.header(args[0], kind)
			args[0] = operand{kind, p.scan.raw, p.scan.num}
			have = 1
			continue
		}
		args[have] = operand{kind, p.scan.raw, p.scan.num}
		if have++; have == need {
			p.entry(now, args[:need])
			have = 0
		}
	}
	return p.finish()
}

// word acts on a keyword: the section it begins, or none.
func (p *cmapParser) word(last operand) (section, int) {
	for _, s := range sections {
		if bytes.HasSuffix(p.scan.raw, []byte(s.keyword)) {
			if s.section == bfCharSection || s.section == bfRangeSection {
				p.out.unicode = slices.Grow(p.out.unicode, min(last.num, maxSectionEntries))
			}
			return s.section, s.operands
		}
	}
	if string(p.scan.raw) == "usecmap" && last.kind == nameToken {
		p.out.use = string(last.raw)
	}
	return noSection, 0
}

// maxSectionEntries is how many entries a section has (Adobe Technical Note 5014);
// a declared count is believed so far, to make room.
const maxSectionEntries = 100

// header notes the writing mode, the one definition of the header that matters.
func (p *cmapParser) header(before operand, kind tokenKind) {
	if kind == intToken && before.kind == nameToken && string(before.raw) == "WMode" {
		p.out.vertical = p.scan.num == 1
	}
}

// entry adds one entry of two or three operands.
func (p *cmapParser) entry(now section, args []operand) {
	p.entries++
	last := args[len(args)-1]
	lo, n := hexCode(args[0].raw)
	if args[0].kind != hexToken || n == 0 {
		return
	}
	hi := lo
	if len(args) == 3 || now == codespaceSection {
		h, m := hexCode(args[1].raw)
		if args[1].kind != hexToken || m == 0 {
			return
		}
		hi = max(h, lo)
	}
	switch now {
	case codespaceSection:
		if len(p.out.spaces) < maxCodespaces {
			p.out.spaces = append(p.out.spaces, codespace{n, lo, hi})
		}
	case cidCharSection, cidRangeSection:
		if last.kind == intToken && last.num <= maxCID {
			p.out.cids = append(p.out.cids, codeRange{lo: lo, hi: hi, value: uint32(last.num)})
		}
	case notdefCharSection, notdefRangeSection:
		if last.kind == intToken && last.num <= maxCID {
			p.out.notdef = append(p.out.notdef, codeRange{lo: lo, hi: hi, value: uint32(last.num), text: constant})
		}
	case bfCharSection, bfRangeSection:
		p.unicode(lo, hi, last)
	}
}

// maxCodespaces bounds the ranges tried for each code; Adobe's CMaps have at most
// seven.
const maxCodespaces = 64

// unicode says what the codes lo to hi mean: dst is UTF-16 or a glyph name.
func (p *cmapParser) unicode(lo, hi uint32, dst operand) {
	var t text
	switch dst.kind {
	case hexToken:
		p.scratch = appendHex(p.scratch[:0], dst.raw[:min(len(dst.raw), 2*maxTextBytes)])
		t = utf16Text(p.scratch)
	case nameToken:
		t = nameText(string(dst.raw))
	default:
		return
	}
	r := codeRange{lo: lo, hi: hi}
	switch {
	case t.s != "":
		s := []rune(t.s)
		r.value = uint32(s[len(s)-1])
		p.out.prefixes = append(p.out.prefixes, string(s[:len(s)-1]))
		r.text = int32(len(p.out.prefixes))
	case len(dst.raw) == 0: // said to mean nothing
		r.text = constant
	default:
		r.value = uint32(t.r) // U+0000 may begin a range
	}
	p.out.unicode = append(p.out.unicode, r)
}

// maxTextBytes bounds the text of one code; clause 9.10.3 allows 512 bytes.
const maxTextBytes = 512

// array reads the texts of a bfrange one by one.
func (p *cmapParser) array(first, second operand) {
	lo, n := hexCode(first.raw)
	hi, m := hexCode(second.raw)
	ok := first.kind == hexToken && second.kind == hexToken && n > 0 && m > 0
	for code := uint64(lo); p.entries < limits.CMapEntries; code++ {
		start := p.scan.pos
		kind := p.scan.next()
		switch kind {
		case endOfCMap, closeToken:
			return
		case wordToken: // the bracket was lost: the keyword is for the caller
			p.scan.pos = start
			return
		}
		p.entries++
		if ok && code <= uint64(hi) {
			p.unicode(uint32(code), uint32(code), operand{kind, p.scan.raw, p.scan.num})
		}
	}
}

func (p *cmapParser) finish() *parsedCMap {
	p.out.cids = p.out.cids.normalize()
	p.out.notdef = p.out.notdef.normalize()
	p.out.unicode = p.out.unicode.normalize()
	return &p.out
}
