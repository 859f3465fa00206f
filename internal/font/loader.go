package font

import (
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// Loader loads the fonts of one document. What fonts share (programs, ToUnicode
// CMaps) is read once, and what they cost together is bounded: a small file can
// name one large stream in thousands of fonts. It may be used by several
// goroutines.
type Loader struct {
	doc  *pdf.Document
	used atomic.Int64 // bytes of memory, roughly

	standIn  func() *Font
	mu       sync.Mutex
	programs map[pdf.Ref]*lazyProgram
	unicodes map[pdf.Ref]*sharedUnicode
}

// sharedUnicode is a ToUnicode CMap that several fonts may name.
type sharedUnicode struct {
	once sync.Once
	u    *toUnicode
}

// NewLoader is a Loader of the fonts of doc.
func NewLoader(doc *pdf.Document) *Loader {
	l := &Loader{
		doc:      doc,
		programs: make(map[pdf.Ref]*lazyProgram),
		unicodes: make(map[pdf.Ref]*sharedUnicode),
	}
	l.standIn = sync.OnceValue(func() *Font {
		f := l.load(pdf.NewDict(pdf.Name("Subtype"), pdf.Name("Type1"), pdf.Name("BaseFont"), pdf.Name("Helvetica")), nil)
		f.damage("the fonts of the document take too much memory; Helvetica stands in")
		return f
	})
	return l
}

// Load reads the font dictionary dict. It never fails: what cannot be read is
// replaced by what a viewer would use, and Damage says so. The font program is
// read only once a code is shown that nothing else explains.
func (l *Loader) Load(dict pdf.Dict) *Font { return l.LoadReading(dict, nil) }

// LoadReading is Load for a font that find gives a Reading, if it turns out to be
// silent. find is called once, when the first code is met of which nothing is known, and
// nil means that nothing was found.
func (l *Loader) LoadReading(dict pdf.Dict, find func() *Reading) *Font {
	if !l.afford(fontSize) {
		return l.standIn()
	}
	return l.load(dict, find)
}

// fontSize is what a font takes without its streams and widths, in bytes.
const fontSize = 4 << 10

func (l *Loader) load(dict pdf.Dict, find func() *Reading) *Font {
	f := &Font{loader: l, Dict: dict}
	f.reader.find = find
	subtype := l.doc.Name(dict.Raw("Subtype"))
	if subtype == "Type0" || subtype != "Type3" && dict.Has("DescendantFonts") {
		f.loadComposite(l.doc, dict)
	} else {
		f.loadSimple(l.doc, dict, subtype)
	}
	return f
}

// afford reports whether the fonts of the document may take n more bytes, and
// counts them. Once they may not they may take no more at all, so that nothing large
// is read again and again for fonts that cannot have it.
func (l *Loader) afford(n int) bool {
	return l.used.Add(int64(n)) <= limits.FontMemory
}

// decode is the data of s, nil when the fonts of the document hold too much
// already or s is larger than most. What could be decoded of a damaged stream comes
// with an error.
func (l *Loader) decode(s *pdf.Stream, most int) ([]byte, error) {
	if !l.afford(0) {
		return nil, pdf.ErrLimit
	}
	data, err := l.doc.Decode(l.doc.Context(), s)
	if len(data) > most || !l.afford(len(data)) {
		return nil, pdf.ErrLimit
	}
	return data, err
}

// program is the program in a font descriptor (clause 9.9), nil when it has none.
func (l *Loader) program(desc pdf.Dict) *lazyProgram {
	for _, key := range []pdf.Name{"FontFile", "FontFile2", "FontFile3"} {
		s := l.doc.Stream(desc.Raw(key))
		if s == nil {
			continue
		}
		hint := key
		if subtype := l.doc.Name(s.Dict.Raw("Subtype")); subtype != "" {
			hint = subtype
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		p := l.programs[s.Ref]
		if p == nil || s.Ref == (pdf.Ref{}) {
			p = &lazyProgram{loader: l, stream: s, hint: hint}
			l.programs[s.Ref] = p
		}
		return p
	}
	return nil
}

// toUnicode reads the ToUnicode entry of a font; nil when it has none of use.
func (l *Loader) toUnicode(o pdf.Object) *toUnicode {
	switch o := l.doc.Resolve(o).(type) {
	case pdf.Name: // not allowed, but seen, and viewers understand it
		return namedToUnicode(string(o))
	case *pdf.Stream:
		l.mu.Lock()
		shared := l.unicodes[o.Ref]
		if shared == nil || o.Ref == (pdf.Ref{}) {
			shared = new(sharedUnicode)
			l.unicodes[o.Ref] = shared
		}
		l.mu.Unlock()
		shared.once.Do(func() {
			data, _ := l.doc.Decode(l.doc.Context(), o) // what could be decoded is better than nothing
			if len(data) > limits.CMapBytes {
				return
			}
			if u := parseToUnicode(data); u != nil && l.afford(u.size()) {
				shared.u = u
			}
		})
		return shared.u
	}
	return nil
}
