package facsimile

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/pagelift/pagelift/internal/htmlout"
)

// places are the classes that say where things stand: one for each side and length, such as
// x667 for what begins there. Attributes with styles would be as large, and do not pass
// where a policy allows style sheets only.
type places struct {
	known map[place]bool
	sizes []pageSize
	pages []int // of each size
}

// place is a property of CSS with a value.
type place struct {
	kind  placeKind
	value int
}

type placeKind uint8

const (
	leftPlace placeKind = iota
	rightPlace
	topPlace
	widthPlace
	heightPlace
	levelPlace
	typePlace
	spacingPlace
	indentPlace
	framePlace
	frameColorPlace
	groundPlace
	inkPlace
)

// placeKinds are the prefix of the class and the property of each kind, its unit (# for
// colours, whose value is 0xRRGGBB), and what its selector begins with: what controls have is
// stronger than the rules of style.css.
var placeKinds = [...]struct{ prefix, property, unit, within string }{
	leftPlace:    {"x", "left", "px", ""},
	rightPlace:   {"e", "right", "px", ""},
	topPlace:     {"y", "top", "px", ""},
	widthPlace:   {"a", "width", "px", ".in "},
	heightPlace:  {"b", "height", "px", ".in "},
	levelPlace:   {"z", "z-index", "", ""},
	typePlace:    {"t", "font-size", "px", ".in "},
	spacingPlace: {"v", "letter-spacing", "px", ".in "},
	indentPlace:  {"i", "padding-left", "px", ".in "},

	framePlace:      {"o", "border-width", "px", ".in "},
	frameColorPlace: {"q", "border-color", "#", ".in "},
	groundPlace:     {"n", "background-color", "#", ".in "},
	inkPlace:        {"j", "color", "#", ".in "},
}

// pageSize is that of a page, points.
type pageSize struct{ width, height float32 }

// class is the class of a place.
func (p *places) class(kind placeKind, value int) string {
	if p.known == nil {
		p.known = map[place]bool{}
	}
	p.known[place{kind, value}] = true
	return placeKinds[kind].prefix + strconv.Itoa(value)
}

// size is the class of a page. Sizes are numbered, since they have names on paper too.
func (p *places) size(width, height float32) string {
	size := pageSize{width, height}
	i := slices.Index(p.sizes, size)
	if i < 0 {
		i = len(p.sizes)
		p.sizes, p.pages = append(p.sizes, size), append(p.pages, 0)
	}
	p.pages[i]++
	return "p" + strconv.Itoa(i)
}

// writeSizes writes the rules of the sizes. On screens a page is as many whole pixels as it
// takes, from a whole one on where browsers can round: they paint what is transformed from
// whole pixels on, which moves all of a page that begins between two. A page is printed on a
// sheet of its own size; that of most pages has no name, for browsers that know sheets of
// one size only. In a window that is narrower than the page the whole page is as much smaller:
// the quotient of two lengths, a number, is the tangent of the angle between them.
func (p *places) writeSizes(b *bytes.Buffer) {
	most, widest, total := 0, 0, 0
	for i, n := range p.pages {
		total += n
		if n > p.pages[most] {
			most = i
		}
	}
	for i, s := range p.sizes {
		named, name := "", ""
		if i != most {
			name = fmt.Sprintf(" p%d", i)
			named = ";page:" + name[1:]
		}
		wide := wholePixels(s.width)
		fmt.Fprintf(b, ".p%d{width:%dpx;height:%dpx;margin-left:max(0px,round(down,50%% - %spx,1px))%s}", i,
			wide, wholePixels(s.height), number(float32(wide)/2, 1), named)
		fmt.Fprintf(b, "@media screen and (max-width:%dpx){@supports (width:calc(1px*tan(atan2(1vw,1px)))){"+
			".p%d{--s:min(1,tan(atan2(100vw - %dpx,%dpx)));--t:scale(calc(.1*var(--s)));width:calc(%dpx*var(--s));height:calc(%dpx*var(--s));margin-left:calc(50%% - %spx*var(--s))}"+
			".p%d>.in{transform:var(--t)}}}", wide+scrollbar, i, scrollbar, wide, wide, wholePixels(s.height), number(float32(wide)/2, 1), i)
		fmt.Fprintf(b, ".p%d>.in{width:%spx;height:%spx}", i, number(s.width*unit, 1), number(s.height*unit, 1))
		fmt.Fprintf(b, "@media print{.p%d{width:%spx;height:%spx;margin:0}}", i, number(s.width*cssPixels, 2), number(s.height*cssPixels, 2))
		fmt.Fprintf(b, "@page%s{size:%spt %spt;margin:0}\n", name, number(s.width, 2), number(s.height, 2))
		widest = max(widest, wide)
	}
	if total >= htmlout.ListedPages {
		fmt.Fprintf(b, "@media screen and (min-width:%dpx){%s}\n", widest+scrollbar+2*htmlout.PageListRoom, htmlout.PageListBeside)
	}
}

// scrollbar is what a window may have less room than it is wide, pixels.
const scrollbar = 20

// wholePixels is how many pixels of CSS a length in points takes. What is more by less than
// anybody sees takes none.
func wholePixels(points float32) int {
	const unseen = 0.02
	return int(math.Ceil(float64(points)*cssPixels - unseen))
}

// writeTo writes the rules of all classes.
func (p *places) writeTo(b *bytes.Buffer) {
	p.writeSizes(b)
	all := make([]place, 0, len(p.known))
	for at := range p.known {
		all = append(all, at)
	}
	slices.SortFunc(all, func(a, b place) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.value, b.value)) })
	for _, at := range all {
		k := &placeKinds[at.kind]
		value := fmt.Sprintf("%d%s", at.value, k.unit)
		if k.unit == "#" {
			value = fmt.Sprintf("#%06x", at.value)
		}
		fmt.Fprintf(b, "%s.%s%d{%s:%s}", k.within, k.prefix, at.value, k.property, value)
	}
	b.WriteByte('\n')
}

// units is a length in whole units of the page.
func units(v float32) int { return int(math.Round(float64(min(max(v, -mostUnits), mostUnits)))) }

// mostUnits is beyond every page: browsers lay out up to some thirty million pixels.
const mostUnits = 30_000_000
