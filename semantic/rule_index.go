package semantic

import (
	"context"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/layout"
)

// indexNames are headings of the index at the back of a book, in lower case.
var indexNames = wordSet(`index|subject index|general index|author index|name index|index of names|index of subjects|alphabetical index|keyword index|
	register|sachregister|stichwortverzeichnis|namenregister|personenregister|sachverzeichnis|index général|index alphabétique|
	índice alfabético|índice analítico|índice remissivo|indice analitico|indice dei nomi|zakenregister|trefwoordenregister|rejstřík|skorowidz|
	sakregister|hakemisto|tárgymutató|dizin|указатель|предметный указатель|алфавитный указатель|ευρετήριο|索引|색인|찾아보기`)

// index cuts the index at the back of a book into its entries: a line at the edge of
// its column begins one, those set in under it are what it goes on with.
func index(ctx context.Context, d *draft) error {
	var m measures
	open := false
	return d.eachSheet(ctx, func(s *sheet) {
		first := 0 // part with which the index begins or goes on
		if !open {
			first = d.indexHead(s)
			open = first >= 0
		}
		if !open {
			return
		}
		m.read(s)
		if open = d.isIndex(s, first); open {
			d.cutIndex(s, first, m.columns)
		}
	})
}

// indexHead is the part behind the heading of an index, -1 for none.
func (d *draft) indexHead(s *sheet) int {
	for i := range s.parts {
		if p := &s.parts[i]; p.flows() && p.count == 1 && p.bytes <= noteHeadBytes && p.look != d.body && indexNames[headingKey(s.text(p.first))] {
			return i + 1
		}
	}
	return -1
}

// isIndex reports whether most lines from part first on are short and end in numbers
// of pages.
func (d *draft) isIndex(s *sheet, first int) bool {
	lines, numbers := 0, 0
	for i := first; i < len(s.parts); i++ {
		p := &s.parts[i]
		if !p.flows() || s.Blocks[p.block].Kind != layout.Paragraph {
			continue
		}
		for line := p.first; line <= p.last(); line++ {
			lines++
			numbers += btoi(endsInPages(s.text(line)))
		}
	}
	return numbers >= indexLeast && float32(numbers) >= indexShare*float32(lines)
}

// endsInPages reports whether text is words with the number of a page at their end.
func endsInPages(text string) bool {
	words := strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	return words != "" && strings.ContainsAny(text[len(words):], "0123456789") && strings.IndexByte(text[len(words):], ' ') >= 0
}

// cutIndex cuts the parts of the page from first on and claims the entries.
func (d *draft) cutIndex(s *sheet, first int, columns map[int32]edgesOf) {
	isEntry := func(p *part) bool { return p.role == P && p.count > 0 && s.Blocks[p.block].Kind == layout.Paragraph }
	from := s.parts[min(first, len(s.parts)-1)].first
	s.cut(func(p *part, line int32) bool {
		l := s.line(line)
		return isEntry(p) && p.first >= from && l.Box.X0-columns[s.Blocks[p.block].Column].left < sameIndent*l.Size
	})
	for i := first; i < len(s.parts); i++ {
		if p := &s.parts[i]; isEntry(p) && (p.count > 1 || endsInPages(s.text(p.first))) {
			d.claim(p, P, Evidence{"index", indexWeight, "entry of an index"})
			p.keepsLines = true
		}
	}
}
