package font

import (
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// Loader loads the fonts of one document. Programs and ToUnicode CMaps that fonts share are read
// once. Their total cost is bounded: a small file can name one large stream in thousands of fonts.
// Several goroutines may use a Loader.
type Loader struct {
	doc  *pdf.Document
	used atomic.Int64 // memory in bytes, approximately

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

// NewLoader returns a Loader of the fonts of doc.
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

// Load reads the font dictionary dict. It never fails: it replaces what cannot be read by what a
// viewer would use, and Damage reports this. It reads the font program only once a code is shown
// that nothing else explains.
func (l *Loader) Load(dict pdf.Dict) *Font { return l.LoadReading(dict, nil) }

// LoadReading is Load for a font for which find finds a Reading, if the font turns out to be
// silent. find is called once, when the first code without a known meaning is met. It returns nil
// if it found nothing.
func (l *Loader) LoadReading(dict pdf.Dict, find func() *Reading) *Font {
	if !l.afford(fontSize) {
		return l.standIn()
	}
	return l.load(dict, find)
}

// fontSize is the memory that a font takes without its streams and widths, in bytes.
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

// afford counts n bytes and reports whether the fonts of the document may take them. Once it has
// reported false, it reports false for every further request, so that nothing large is read again
// and again in vain.
func (l *Loader) afford(n int) bool {
	return l.used.Add(int64(n)) <= limits.FontMemory
}

// decode returns the data of s. It returns nil when the fonts of the document hold too much
// already, or when s is larger than most. For a damaged stream it returns what could be decoded,
// and an error.
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

// program returns the program in a font descriptor (clause 9.9), or nil when it has none.
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

// toUnicode reads the ToUnicode entry of a font. It returns nil when there is none of use.
func (l *Loader) toUnicode(o pdf.Object) *toUnicode {
	switch o := l.doc.Resolve(o).(type) {
	case pdf.Name: // a name is not allowed, but occurs, and viewers understand it
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
			data, _ := l.doc.Decode(l.doc.Context(), o) // a part is better than nothing
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
