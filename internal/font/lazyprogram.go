package font

import (
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// lazyProgram is an embedded font program that is read on first use. It is nil for a font that is
// not embedded.
type lazyProgram struct {
	loader *Loader
	stream *pdf.Stream
	hint   pdf.Name

	once sync.Once
	p    *program

	encodingOnce sync.Once
	builtIn      *[256]string

	reverseOnce sync.Once
	reverse     map[int]rune
	cidOnce     sync.Once
	cidToGID    map[uint16]int
}

// get returns the program, or nil when there is none that can be read.
func (l *lazyProgram) get() *program {
	if l == nil {
		return nil
	}
	l.once.Do(func() {
		data, _ := l.loader.decode(l.stream, limits.FontBytes) // a truncated program may still hold the tables that are needed
		if p, err := parseProgram(data, l.hint); err == nil {
			l.p = p
		}
	})
	return l.p
}

// headBytes is how many bytes of a Type 1 program are read to find its encoding, which stands in
// the clear text at its beginning. That of subsets takes 2 to 6 KB.
const headBytes = 8 << 10

// encoding returns the built-in encoding, or nil when there is none. It reads that of a Type 1
// program without decrypting the rest: many fonts need nothing else, since the document gives their
// widths and names.
func (l *lazyProgram) encoding() *[256]string {
	if l == nil {
		return nil
	}
	l.encodingOnce.Do(func() {
		if l.hint == "FontFile" && l.loader.afford(0) {
			head := skipSpace(l.loader.doc.DecodeHead(l.loader.doc.Context(), l.stream, headBytes))
			if sniffProgram(head, l.hint) == type1Program {
				if clear, ok := clearType1(unwrapPFB(head)); ok {
					l.builtIn = readType1Header(clear).encoding
					return
				}
			}
		}
		if p := l.get(); p != nil {
			l.builtIn = p.encoding
		}
	})
	return l.builtIn
}

// unicodeMaps lists the platform and encoding of the character maps from Unicode, best first.
var unicodeMaps = [...][2]uint16{{3, 10}, {0, 6}, {0, 4}, {3, 1}, {0, 3}, {0, 2}, {0, 1}, {0, 0}}

// rune returns the character to which the Unicode maps of the program assign glyph gid.
func (l *lazyProgram) rune(gid int) text {
	p := l.get()
	if p == nil {
		return text{}
	}
	l.reverseOnce.Do(func() {
		l.reverse = make(map[int]rune)
		for _, m := range unicodeMaps {
			c := p.cmap(m[0], m[1])
			if c == nil {
				continue
			}
			c.each(func(code uint32, gid int) bool {
				r := rune(code)
				if old, ok := l.reverse[gid]; !ok || special(old) && !special(r) {
					l.reverse[gid] = r
				}
				return true
			})
			return // the other maps say the same about fewer characters
		}
	})
	return text{r: l.reverse[gid]}.clean()
}

// special reports whether r is a form of another character or has no known meaning. Any other
// character of the same glyph is better.
func special(r rune) bool {
	return r < ' ' || (text{r: r}).private() || r >= 0x2E80 && r <= 0x2FDF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0xFE30 && r <= 0xFE4F || r >= 0x2F800 && r <= 0x2FA1F
}

// glyphText returns the meaning of glyph gid that the program gives.
func (l *lazyProgram) glyphText(gid int) text {
	p := l.get()
	if p == nil || gid <= 0 {
		return text{}
	}
	if m := l.rune(gid); m.known() && !m.private() {
		return m
	}
	return nameText(p.glyphName(gid))
}

// gidOfCID returns the glyph of cid in a CID-keyed program (clause 9.7.4.2).
func (l *lazyProgram) gidOfCID(cid uint16) (int, bool) {
	p := l.get()
	if p == nil {
		return 0, false
	}
	if p.cids == nil {
		return int(cid), true
	}
	l.cidOnce.Do(func() {
		l.cidToGID = make(map[uint16]int, len(p.cids))
		for gid, c := range p.cids {
			l.cidToGID[c] = gid
		}
	})
	gid, ok := l.cidToGID[cid]
	return gid, ok
}
