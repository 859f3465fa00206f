package content

import (
	"context"
	"strconv"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// The codes of warnings of this package.
const (
	// warnTruncated: the page has more of something than limits allow. What was read before is kept.
	warnTruncated = "page_truncated"
	// warnDamaged: operators, operands or objects of the content made no sense and
	// were skipped.
	warnDamaged = "content_damaged"
	// warnUnknown: operators outside of BX and EX that no version of PDF has.
	warnUnknown = "unknown_operators"
	// warnMissing: resources that are named but do not exist.
	warnMissing = "resource_missing"
	// warnFont: a font is damaged, and the font that a viewer would use replaces it.
	warnFont = "font_damaged"
	// warnUnmapped: glyphs whose Unicode could not be found.
	warnUnmapped = "unmapped_glyphs"
	// warnInferred: the document does not say what the codes of a font mean. Their meaning was inferred from the
	// text that they show.
	warnInferred = "text_inferred"
	// warnColor: a colour space could not be read, and a device space replaces it.
	warnColor = "color_space_damaged"
)

// budget counts what one page has cost, with all its forms, cells, masks and glyph procedures, and keeps its
// warnings.
type budget struct {
	ctx  context.Context
	page int

	operators int
	due       int // operators at which the context is checked next
	bytes     int
	glyphs    int
	segments  int
	items     int
	masks     int
	procs     int

	stopped bool  // nothing more is read
	err     error // of the context
	notes   []note
}

// note is a warning that is still being counted.
type note struct {
	code   string
	detail string // of the first occurrence
	count  int
}

// warn records a warning. In the end there is one for each code, with the detail of the first.
func (b *budget) warn(code, detail string) { b.warnN(code, detail, 1) }

func (b *budget) warnN(code, detail string, n int) {
	for i := range b.notes {
		if b.notes[i].code == code {
			b.notes[i].count += n
			return
		}
	}
	b.notes = append(b.notes, note{code, detail, n})
}

// warnings appends the page's warnings to dst.
func (b *budget) warnings(dst []layout.Warning) []layout.Warning {
	for _, n := range b.notes {
		detail := n.detail
		if n.count > 1 {
			detail += " (" + strconv.Itoa(n.count) + " times)"
		}
		dst = append(dst, layout.Warning{Code: n.code, Page: b.page, Detail: detail})
	}
	return dst
}

// stop ends the reading of the page. What was read stays, and a warning says so.
func (b *budget) stop(what string) {
	if !b.stopped {
		b.stopped = true
		b.warn(warnTruncated, "too many "+what)
	}
}

// checkEvery is how many operators pass between two looks at the context. At 100 ns an operator, that is half a
// millisecond.
const checkEvery = 4096

// charge counts n operators and reports whether the page goes on.
func (b *budget) charge(n int) bool {
	if b.operators += n; b.operators >= b.due {
		b.check()
	}
	return !b.stopped
}

// ended reports whether the context has ended.
func (b *budget) ended() bool {
	if err := b.ctx.Err(); err != nil {
		b.err, b.stopped = err, true
	}
	return b.err != nil
}

func (b *budget) check() {
	b.due = b.operators + checkEvery
	if !b.ended() && b.operators > limits.Operators {
		b.stop("operators")
	}
}

// read counts n bytes of content, and returns how many of them may be read.
func (b *budget) read(n int) int {
	left := limits.PageContentBytes - b.bytes
	if n > left {
		n = max(left, 0)
		b.warn(warnTruncated, "too many bytes of content")
	}
	b.bytes += n
	return n
}

// item counts one painted thing, and reports whether it is allowed.
func (b *budget) item() bool {
	if b.items++; b.items > limits.PageItems {
		b.stop("things painted")
	}
	return !b.stopped
}

// mask counts one soft mask or tiling cell, and reports whether it is allowed.
func (b *budget) mask() bool {
	if b.masks++; b.masks > limits.SoftMasks {
		b.warn(warnTruncated, "too many soft masks and tiling cells")
		return false
	}
	return !b.stopped
}
