package font

import (
	"math"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// cidMetrics are the widths of a CIDFont (clause 9.7.4.3), in ems.
type cidMetrics struct {
	width     float32    // DW
	widths    codeRanges // W; each value holds the bits of a float32
	advance   float32    // DW2, second number
	originY   float32    // DW2, first number
	verticals codeRanges // W2; each value is an index into vertical
	vertical  []verticalMetrics
}

// verticalMetrics are the advance and the position vector of a CID.
type verticalMetrics struct{ advance, x, y float32 }

const verticalSize = 12 // bytes of verticalMetrics

// The metrics of a font without DW and DW2 (tables 115 and 116).
const (
	defaultWidth   = 1
	defaultOriginY = 0.88
	defaultAdvance = -1
)

func (m *cidMetrics) load(l *Loader, dict pdf.Dict) {
	doc := l.doc
	m.width, m.originY, m.advance = defaultWidth, defaultOriginY, defaultAdvance
	if dict.Has("DW") {
		m.width = float32(em(doc, dict, "DW"))
	}
	if v := numbers(doc, dict.Raw("DW2"), 2); v != nil {
		m.originY, m.advance = ems(v[0]), ems(v[1])
	}
	if !l.afford(0) {
		return
	}
	eachMetric(doc, dict.Raw("W"), 1, func(lo, hi uint32, v []float64) {
		r := codeRange{lo: lo, hi: hi, value: math.Float32bits(ems(v[0])), text: constant}
		if n := len(m.widths); n > 0 && m.widths[n-1].hi+1 == lo && m.widths[n-1].value == r.value {
			m.widths[n-1].hi = hi
			return
		}
		m.widths = append(m.widths, r)
	})
	m.widths = m.widths.normalize()
	eachMetric(doc, dict.Raw("W2"), 3, func(lo, hi uint32, v []float64) {
		m.verticals = append(m.verticals, codeRange{lo: lo, hi: hi, value: uint32(len(m.vertical)), text: constant})
		m.vertical = append(m.vertical, verticalMetrics{ems(v[0]), ems(v[1]), ems(v[2])})
	})
	m.verticals = m.verticals.normalize()
	if !l.afford(codeRangeSize*(cap(m.widths)+cap(m.verticals)) + verticalSize*cap(m.vertical)) {
		m.widths, m.verticals, m.vertical = nil, nil, nil
	}
}

// numbers returns the numbers of the array o, or nil when the array has not exactly n elements.
func numbers(doc *pdf.Document, o pdf.Object, n int) []float64 {
	if len(doc.Array(o)) != n {
		return nil
	}
	return doc.Numbers(o)
}

// ems returns v thousandths as ems, or 0 when the value is beyond reason.
func ems(v float64) float32 {
	if v /= unitsPerEm; math.Abs(v) > maxEms {
		return 0
	}
	return float32(v)
}

// eachMetric reads W or W2. Its entries are c [v...], which gives n numbers to each CID from c on, and
// c d v..., which gives the same n numbers to the CIDs c to d.
func eachMetric(doc *pdf.Document, o pdf.Object, n int, yield func(lo, hi uint32, v []float64)) {
	array := doc.Array(o)
	left := limits.CMapEntries
	for i := 0; i+1 < len(array) && left > 0; {
		first, ok := cidNumber(doc, array[i])
		if !ok {
			i++ // the array is out of step: the next number may be a CID
			continue
		}
		if list := doc.Numbers(array[i+1]); list != nil {
			for ; len(list) >= n && first <= maxCID && left > 0; list = list[n:] {
				yield(first, first, list[:n])
				first++
				left--
			}
			i += 2
			continue
		}
		last, ok := cidNumber(doc, array[i+1])
		if !ok || i+2+n > len(array) {
			i++
			continue
		}
		v := make([]float64, n)
		for j := range v {
			v[j], _ = doc.Number(array[i+2+j])
		}
		if last >= first {
			yield(first, last, v)
			left--
		}
		i += 2 + n
	}
}

// cidNumber returns o as a CID.
func cidNumber(doc *pdf.Document, o pdf.Object) (uint32, bool) {
	v, ok := doc.Number(o)
	if !ok || v < 0 || v > maxCID {
		return 0, false
	}
	return uint32(v), true
}

// metricsOf returns the advance of cid along the writing direction, and in vertical writing
// its position vector.
func (m *cidMetrics) metricsOf(cid uint32, vertical bool) (advance, x, y float32) {
	width := m.width
	if r := m.widths.find(cid); r != nil {
		width = math.Float32frombits(r.value)
	}
	if !vertical {
		return width, 0, 0
	}
	if r := m.verticals.find(cid); r != nil {
		v := m.vertical[r.value]
		return v.advance, v.x, v.y
	}
	return m.advance, width / 2, m.originY
}

// someCIDs returns up to most of the CIDs that have a width of their own.
func (m *cidMetrics) someCIDs(most int) (cids []uint32) {
	for i := range m.widths {
		for cid := m.widths[i].lo; cid <= m.widths[i].hi && len(cids) < most; cid++ {
			cids = append(cids, cid)
		}
	}
	return cids
}

// spaceWidth returns the advance of the space, or 0 when none is known. It does not read the font program.
func (c *compositeFont) spaceWidth() float32 {
	width, _, _ := c.metrics.metricsOf(spaceCID, false)
	if u := c.unicode; u != nil && u.hasSpace {
		width, _, _ = c.metrics.metricsOf(c.encoding.cid(u.space, max(c.codeBytes, 1)), false)
	} else if c.collection == noCollection {
		return 0
	}
	return width
}

// spaceCID is the CID of the space in all of Adobe's collections.
const spaceCID = 1

// systemGlyph returns the character of a glyph of a TrueType font that is not embedded. The fonts of
// Windows and macOS begin with the standard Macintosh glyphs in order.
func systemGlyph(gid int) text {
	names := macGlyphs()
	if gid <= 0 || gid >= len(names) {
		return text{}
	}
	return nameText(names[gid])
}
