package facsimile

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/layout"
)

// style is what a class says of the spans that have it.
type style struct {
	family int32
	font   *layout.Font // where family is -1
	size   float32      // units
	color  uint32
	alpha  uint8
	level  uint8
	unseen bool
	down   bool
	turn   [4]float32 // matrix of CSS; zero: none
}

// styles are the classes of a facsimile, numbered in the order of their first use.
type styles struct {
	looks   map[style]int
	order   []style
	words   map[int32]int // word spacings in tenths of a unit
	wording []int32
	letters map[int32]int // letter spacings in thousandths of an em
	letting []int32
}

// styleOf is that of a span.
func styleOf(sp *span) style {
	e := &sp.look.em
	high := length(e[2], e[3])
	st := style{
		family: sp.family, size: float32(math.Round(float64(high*unit)*10) / 10),
		color: sp.look.color, alpha: sp.look.alpha, level: sp.look.level, unseen: sp.look.shown != asText, down: sp.look.down,
	}
	if st.unseen {
		st.color, st.alpha = 0, 255
	}
	if sp.family < 0 {
		st.font = sp.look.font
	}
	turn := [4]float32{e[0] / high, e[1] / high, -e[2] / high, -e[3] / high}
	for i := range turn {
		turn[i] = float32(math.Round(float64(turn[i])*10000) / 10000)
	}
	const upright = 0.002
	if abs(turn[0]-1) > upright || abs(turn[1]) > upright || abs(turn[2]) > upright || abs(turn[3]-1) > upright {
		st.turn = turn
	}
	return st
}

// wordClass is the word spacing of a span in tenths of a unit.
func wordClass(sp *span) int32 {
	return int32(math.Round(float64(sp.word*length(sp.look.em[2], sp.look.em[3])*unit) * 10))
}

// letterClass is the letter spacing of a span in thousandths of an em.
func letterClass(sp *span) int32 { return int32(math.Round(float64(sp.letter) * 1000)) }

// note numbers the classes of a page.
func (s *styles) note(p *sheet) {
	if s.looks == nil {
		s.looks, s.words, s.letters = map[style]int{}, map[int32]int{}, map[int32]int{}
	}
	all := func(list []span) {
		for i := range list {
			sp := &list[i]
			st := styleOf(sp)
			if _, ok := s.looks[st]; !ok {
				s.looks[st] = len(s.order)
				s.order = append(s.order, st)
			}
			if w := wordClass(sp); w != 0 {
				if _, ok := s.words[w]; !ok {
					s.words[w] = len(s.wording)
					s.wording = append(s.wording, w)
				}
			}
			if w := letterClass(sp); w != 0 {
				if _, ok := s.letters[w]; !ok {
					s.letters[w] = len(s.letting)
					s.letting = append(s.letting, w)
				}
			}
		}
	}
	all(p.own)
	for _, line := range p.rest {
		all(line.spans)
	}
	for i := range p.formulas {
		all(p.formulas[i].spans)
	}
}

// attr is the attributes of the element of a span on a page.
func (f *Facsimile) attr(p *sheet, sp *span) string {
	var b strings.Builder
	b.Grow(64)
	b.WriteString(` class="l s`)
	st := styleOf(sp)
	b.WriteString(strconv.Itoa(f.styles.looks[st]))
	if w := wordClass(sp); w != 0 {
		b.WriteString(" w")
		b.WriteString(strconv.Itoa(f.styles.words[w]))
	}
	if w := letterClass(sp); w != 0 {
		b.WriteString(" c")
		b.WriteString(strconv.Itoa(f.styles.letters[w]))
	}
	switch {
	case sp.eye:
		b.WriteString(" x")
	case sp.marker:
		b.WriteString(" k")
	}
	if sp.hyphen {
		b.WriteString(" h")
	}
	x, y, side := sp.x, sp.y-baseline*st.size, leftPlace
	if sp.right {
		x, side = p.width*unit-sp.x, rightPlace
		b.WriteString(" r")
	}
	if st.down {
		x, y = sp.x-st.size/2, sp.y+(verticalOrigin-baseline)*st.size
	}
	b.WriteString(" " + f.places.class(side, units(x)) + " " + f.places.class(topPlace, units(y)) + `"`)
	if sp.eye {
		b.WriteString(` aria-hidden="true"`)
	}
	return b.String()
}

// baseline is how far below the top of an em the baseline of all web fonts lies, in ems:
// see package webfont.
const baseline = 0.8

// verticalOrigin is how far below the origin of vertical writing the baseline of a glyph
// lies, in ems, unless its font says otherwise (ISO 32000-2 table 115, DW2).
const verticalOrigin = 0.88

// number is v with so many decimals, without those that say nothing.
func number(v float32, decimals int) string {
	s := strconv.FormatFloat(float64(v), 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// CSS places everything that was asked for.
func (f *Facsimile) CSS() string {
	var b bytes.Buffer
	for i := range f.Fonts {
		fmt.Fprintf(&b, "@font-face{font-family:f%d;src:url(%s) format(%q)}\n", i, f.Fonts[i].Name, "woff2")
	}
	for _, l := range f.styles.locals() {
		b.WriteString(l.face())
	}
	for i, st := range f.styles.order {
		fmt.Fprintf(&b, ".s%d{font-family:%s;font-size:%spx", i, st.fontFamily(), number(st.size, 1))
		if st.family < 0 {
			b.WriteString(";font-kerning:none;font-variant-ligatures:none") // the page was set without
		}
		switch {
		case st.unseen:
			b.WriteString(";color:transparent")
		case st.alpha < 255:
			fmt.Fprintf(&b, ";color:#%06x%02x", st.color, st.alpha)
		default:
			fmt.Fprintf(&b, ";color:#%06x", st.color)
		}
		if st.level > 0 {
			fmt.Fprintf(&b, ";z-index:%d", st.level)
		}
		if st.down {
			b.WriteString(";writing-mode:vertical-rl")
		} else if st.turn != [4]float32{} {
			fmt.Fprintf(&b, ";transform:matrix(%s,%s,%s,%s,0,0)", number(st.turn[0], 4), number(st.turn[1], 4), number(st.turn[2], 4), number(st.turn[3], 4))
		}
		b.WriteString("}\n")
	}
	for i, w := range f.styles.wording {
		fmt.Fprintf(&b, ".w%d{word-spacing:%spx}\n", i, number(float32(w)/10, 1))
	}
	for i, w := range f.styles.letting {
		fmt.Fprintf(&b, ".c%d{letter-spacing:%sem}\n", i, number(float32(w)/1000, 3))
	}
	f.places.writeTo(&b)
	if f.styled {
		b.WriteString(svg.LayerStyles())
	}
	return b.String()
}
