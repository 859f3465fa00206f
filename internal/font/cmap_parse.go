package font

import (
	"bytes"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// parsedCMap is the content of a CMap stream. The CMap may map to CIDs (clause 9.7.5.3), be a ToUnicode CMap
// (clause 9.10.3), or do both.
type parsedCMap struct {
	vertical bool
	use      string // name of its parent
	spaces   []codespace
	cids     codeRanges
	notdef   codeRanges
	unicode  codeRanges // values: the last character
	prefixes []string   // the characters before the last
}

// cmapParser reads the sections of a CMap. It does not rely on declared counts. A section ends at any
// keyword.
type cmapParser struct {
	scan    cmapScanner
	out     parsedCMap
	entries int
	scratch []byte
}

// section is the kind of the entries that are read.
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

// sections lists the keywords that begin sections. Only the end of a word is compared, since the count
// before it is sometimes glued to it.
var sections = [...]struct {
	keyword  string
	section  section
	operands int // number of operands of an entry
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

// parseCMap reads a CMap stream. It cannot fail: it skips what it does not understand.
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

// word acts on a keyword. It returns the section that the keyword begins, if any.
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

// maxSectionEntries is the most entries of a section (Adobe Technical Note 5014). Up to that, room is made
// for a declared count.
const maxSectionEntries = 100

// header records the writing mode. Nothing else in the header matters.
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

// maxCodespaces is the most codespaces that are tried for each code. Adobe's CMaps have at most seven.
const maxCodespaces = 64

// unicode adds the meaning of the codes lo to hi. dst is UTF-16 or a glyph name.
func (p *cmapParser) unicode(lo, hi uint32, dst operand) {
	var t text
	switch dst.kind {
	case hexToken:
		p.scratch = appendHex(p.scratch[:0], dst.raw[:min(len(dst.raw), 2*maxTextBytes)])
		inOrder(p.scratch)
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
	case len(dst.raw) == 0: // the CMap says that the code means nothing
		r.text = constant
	default:
		r.value = uint32(t.r) // a range may begin with U+0000
	}
	p.out.unicode = append(p.out.unicode, r)
}

// maxTextBytes is the most bytes of text of one code. Clause 9.10.3 allows 512.
const maxTextBytes = 512

// array reads the texts of a bfrange that lists them in an array.
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
		case wordToken: // the bracket was lost, and the caller reads the keyword
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
