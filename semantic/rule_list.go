package semantic

import (
	"context"
	"unicode/utf8"
)

// item is a list item, or a further paragraph of one.
type item struct {
	depth   int8   // of nesting, from 0
	more    bool   // a further paragraph of the item before
	opens   bool   // begins a list
	label   number // of an ordered list; depth 0: bulleted
	marker  int32  // bytes of the label at the start of its text
	ordered bool
}

// list claims runs of parts that begin with bullets or with numbers in
// sequence, nested by indent.
func list(ctx context.Context, d *draft) error {
	run := listRun{d: d}
	for i := range d.sheets {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := &d.sheets[i]
		for k := range s.parts {
			if p := &s.parts[k]; p.role != Artifact && p.role != Figure && p.role != FENote {
				run.take(s, p)
			}
		}
	}
	run.end(0)
	return nil
}

// listRun follows the lists that are open while parts go by.
type listRun struct {
	d     *draft
	open  []openList
	above *part // the part taken last
}

// openList is a list that may get further items.
type openList struct {
	bullet rune // 0: numbered
	label  number
	left   float32 // of the markers
	text   float32 // of the text behind them
	sheet  int32
	column int32
	items  []*part
}

// take looks at the next part of the flow.
func (r *listRun) take(s *sheet, p *part) {
	defer func() { r.above = p }()
	if p.role != P {
		if p.role == Code && r.inside(s, p) {
			r.further(p)
		} else {
			r.end(0)
		}
		return
	}
	sign, n := s.marker(p.first)
	if sign == 0 && n.depth == 0 {
		if !r.inside(s, p) {
			r.end(0)
		} else {
			r.further(p)
		}
		return
	}
	if !r.joins(s, p, sign, n) {
		r.begin(s, p, sign, n)
	}
}

// marker is the bullet or the number that line begins with, or the bullet that is
// painted before it.
func (s *sheet) marker(line int32) (sign rune, n number) {
	if sign = s.line(line).Bullet; sign != 0 {
		return sign, number{}
	}
	text := s.text(line)
	if size := bullet(text); size > 0 {
		sign, _ = utf8.DecodeRuneInString(text)
		return sign, number{bytes: size}
	}
	n = numberOf(text)
	if n.depth != 1 || n.word || n.suffix == 0 || n.suffix == ':' {
		return 0, number{}
	}
	return 0, n
}

// joins adds p to an open list that it continues, closing those inside it.
func (r *listRun) joins(s *sheet, p *part, sign rune, n number) bool {
	for k := len(r.open) - 1; k >= 0; k-- {
		l := &r.open[k]
		if sign != l.bullet || sign == 0 && !n.follows(l.label) {
			continue
		}
		moved := l.sheet != p.sheet || l.column != s.Blocks[p.block].Column
		if !moved && abs(s.left(p)-l.left) > sameIndent*p.look.size() {
			continue
		}
		r.end(k + 1)
		l = &r.open[k]
		l.label = n.as(l.label)
		r.place(s, p, l)
		l.items = append(l.items, p)
		r.d.add(p, item{depth: int8(k), label: l.label, marker: int32(n.bytes), ordered: sign == 0})
		return true
	}
	return false
}

// begin opens a list with p, inside the open one whose text it is indented to.
func (r *listRun) begin(s *sheet, p *part, sign rune, n number) {
	if sign == 0 && n.value != 1 && len(r.open) == 0 && p.count > headingLines {
		return
	}
	left := s.left(p)
	k := len(r.open)
	for k > 0 && (left <= r.open[k-1].left+sameIndent*p.look.size() || r.open[k-1].sheet != p.sheet || k >= listDepth) {
		k--
	}
	r.end(k)
	l := openList{bullet: sign, label: n}
	r.place(s, p, &l)
	l.items = []*part{p}
	r.open = append(r.open, l)
	r.d.add(p, item{depth: int8(k), opens: true, label: n, marker: int32(n.bytes), ordered: sign == 0})
}

// place notes where the last item of l stands.
func (r *listRun) place(s *sheet, p *part, l *openList) {
	l.left, l.text = s.left(p), s.line(p.first).SecondWord
	if s.line(p.first).Bullet != 0 {
		l.text = l.left // the bullet is no word of the line
	}
	l.sheet, l.column = p.sheet, s.Blocks[p.block].Column
}

// inside reports whether p, which has no marker, belongs to the last open item:
// it is indented to the item's text and close under it.
func (r *listRun) inside(s *sheet, p *part) bool {
	for k := len(r.open) - 1; k >= 0; k-- {
		l := &r.open[k]
		if l.sheet != p.sheet || l.column != s.Blocks[p.block].Column {
			return false
		}
		near := abs(s.left(p)-l.text) <= sameIndent*p.look.size()
		if near && r.above != nil && p.box.Y0-r.above.box.Y1 <= itemGap*p.look.size() && p.box.Y0 >= r.above.box.Y0 {
			r.end(k + 1)
			return true
		}
	}
	return false
}

// further makes p a paragraph of the last item.
func (r *listRun) further(p *part) {
	k := len(r.open) - 1
	r.open[k].items = append(r.open[k].items, p)
	r.d.add(p, item{depth: int8(k), more: true})
}

// end closes the open lists from k on. A list that turned out to be none gives
// its parts back.
func (r *listRun) end(k int) {
	for len(r.open) > k {
		l := &r.open[len(r.open)-1]
		r.open = r.open[:len(r.open)-1]
		if l.sound(r.d) {
			for _, p := range l.items {
				r.d.claim(p, LI, Evidence{"list", listWeight, "begins with the label of a list item"})
			}
			continue
		}
		for _, p := range l.items {
			p.item = 0
		}
	}
}

// sound reports whether l is a list: a single number or dash makes none.
func (l *openList) sound(d *draft) bool {
	count := 0
	for _, p := range l.items {
		if !d.items[p.item-1].more {
			count++
		}
	}
	return count > 1 || l.bullet != 0 && l.bullet != '-' && l.bullet != '–' && l.bullet != '—' && l.bullet != '*'
}

// add makes p a list item.
func (d *draft) add(p *part, it item) {
	d.items = append(d.items, it)
	p.item = int32(len(d.items))
}

// left is where the first line of p begins.
func (s *sheet) left(p *part) float32 { return s.line(p.first).Box.X0 }

// bullet is the length of the bullet at the start of text with the space behind
// it; 0 when there is none. A bullet alone on its line counts.
func bullet(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	switch r {
	case '•', '◦', '▪', '▫', '■', '□', '●', '○', '‣', '⁃', '∙', '·', '◆', '◇', '►', '▶', '➢', '➤', '✓', '✔', '❖', '★', '☐',
		'█', '▸', '▹', '☆', '☑', '☒', '♦', '⚫', '✗', '✘', '❍', '❏', '❑', '❒', '➔', '➜', '⬤',
		'\uf0b7', '\uf0a7', '\uf0d8', '\uf076', '\uf0fc', '\uf02d', '\uf06c', '\uf06e', '\uf071', '\uf0a8', '\uf0e8': // Symbol and Wingdings in the private use area
	case '-', '–', '—', '*', '−':
		if len(text) == size {
			return 0 // a dash alone is a cell without a value
		}
	default:
		return 0
	}
	if len(text) == size {
		return size
	}
	if text[size] != ' ' {
		return 0
	}
	for size < len(text) && text[size] == ' ' {
		size++
	}
	return size
}

// follows reports whether n is the label after last.
func (n number) follows(last number) bool {
	if last.depth == 0 || n.suffix != last.suffix || n.open != last.open {
		return false
	}
	n = n.as(last)
	return n.kind == last.kind && n.value == last.value+1
}

// as reads a lone letter the way the label before it was read: "v" behind "iv"
// is five, behind "u" the letter.
func (n number) as(last number) number {
	lower := n.kind == 'a' || n.kind == 'i'
	switch {
	case n.kind == last.kind || n.kind == '1':
		return n
	case lower && last.kind == 'i', !lower && last.kind == 'I':
		if v, ok := romanNumber([]byte{byte(n.value) - 1 + 'a'}); ok && n.kind|0x20 == 'a' {
			n.kind, n.value = last.kind, int(v)
		}
	case lower && last.kind == 'a', !lower && last.kind == 'A':
		if n.value == 1 { // the letter i
			n.kind, n.value = last.kind, 'i'-'a'+1
		}
	}
	return n
}
