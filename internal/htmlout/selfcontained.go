package htmlout

import (
	"encoding/base64"
	"io"
	"strings"
)

// Asset returns the file with a name, which includes AssetFolder. If ok is false, the reference to the file stays.
type Asset func(name string) (mediaType string, data []byte, ok bool)

// SelfContained writes a document as one file, with its style sheets and assets inside. o is the result of Write.
// asset may be nil. Nothing is copied in memory: the parts are written as they are found.
func SelfContained(o Output, asset Asset) io.WriterTo {
	return &relocated{Output: o, replace: asset.embed()}
}

// WithData writes html like SelfContained, but keeps the link to the style sheet and drops that to the one of
// pages.
func WithData(html string, asset Asset) io.WriterTo {
	return &relocated{Output: Output{HTML: html}, linked: true, replace: asset.embed()}
}

// WithAddresses writes html with the addresses of assets instead of their names. If ok is false, the name stays.
// The link to the style sheet stays, too.
func WithAddresses(html string, address func(name string) (url string, ok bool)) io.WriterTo {
	return &relocated{Output: Output{HTML: html}, linked: true, replace: addressed(address)}
}

// Styles writes both style sheets as one. The assets are inside it or, if address is not nil, replaced by their
// addresses.
func Styles(o Output, asset Asset, address func(name string) (url string, ok bool)) io.WriterTo {
	if address != nil {
		return &styles{o, addressed(address)}
	}
	return &styles{o, asset.embed()}
}

func addressed(address func(name string) (url string, ok bool)) func(*counter, string) bool {
	return func(out *counter, name string) bool {
		url, ok := address(name)
		if ok {
			var value strings.Builder
			escape(&value, url, &classes.full)
			out.str(value.String())
		}
		return ok
	}
}

// relocated is a document in which some references are replaced.
type relocated struct {
	Output
	linked bool // the style sheet stays a file
	// replace writes what replaces the name of an asset, and reports whether it wrote anything. It may be nil.
	replace func(out *counter, name string) bool
}

// embed returns a function that writes assets as data. It returns nil if a is nil.
func (a Asset) embed() func(*counter, string) bool {
	if a == nil {
		return nil
	}
	return func(out *counter, name string) bool {
		mediaType, data, ok := a(name)
		if ok {
			out.dataURI(mediaType, data)
		}
		return ok
	}
}

// WriteTo writes the document.
func (s *relocated) WriteTo(w io.Writer) (int64, error) {
	out := counter{w: w}
	rest := s.HTML
	for headed := false; ; {
		start := strings.IndexByte(rest, '<')
		if start < 0 || headed && s.replace == nil { // nothing is left to replace
			out.str(rest)
			return out.n, out.err
		}
		end := start + tagEnd(rest[start:])
		out.str(rest[:start])
		headed = headed || rest[start:end] == "</head>"
		s.tag(&out, rest[start:end])
		if rest = rest[end:]; out.err != nil {
			return out.n, out.err
		}
	}
}

// tagEnd returns the length of the tag at the start of s, up to the first > outside of quotes.
func tagEnd(s string) int {
	quote := byte(0)
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		}
	}
	return len(s)
}

// tag writes one tag. In place of a link to a style sheet it writes the style sheet.
func (s *relocated) tag(out *counter, tag string) {
	if strings.HasPrefix(tag, "<link ") {
		pages := strings.Contains(tag, `href="`+PagesStylesheetName+`"`)
		switch {
		case pages && s.linked:
			return
		case pages:
			s.style(out, s.PagesCSS)
			return
		case !s.linked && strings.Contains(tag, `href="`+StylesheetName+`"`):
			s.style(out, s.CSS)
			return
		}
	}
	const reference = `="` + AssetFolder + "/"
	for s.replace != nil {
		i := strings.Index(tag, reference)
		if i < 0 {
			break
		}
		before, name := tag[:i+2], tag[i+2:]
		end := strings.IndexByte(name, '"')
		if end < 0 {
			break
		}
		name, tag = name[:end], name[end:]
		out.str(before)
		names := before[:i]
		leads := strings.HasSuffix(names, " src") || strings.HasSuffix(names, " href")
		if !leads || !s.replace(out, unescapeName.Replace(name)) {
			out.str(name)
		}
	}
	out.str(tag)
}

// style writes a style sheet as an element.
func (s *relocated) style(out *counter, css string) {
	out.str("<style>")
	css = strings.ReplaceAll(css, "</", `<\/`) // a style element ends at the first </style
	(&styles{replace: s.replace}).sheet(out, css)
	out.str("</style>")
}

// styles are style sheets in which some references are replaced.
type styles struct {
	Output
	replace func(out *counter, name string) bool
}

// WriteTo writes both style sheets, the second behind the first.
func (s *styles) WriteTo(w io.Writer) (int64, error) {
	out := counter{w: w}
	s.sheet(&out, s.CSS)
	s.sheet(&out, s.PagesCSS)
	return out.n, out.err
}

// sheet writes one style sheet.
func (s *styles) sheet(out *counter, css string) {
	const reference = "url(" + AssetFolder + "/"
	for s.replace != nil {
		i := strings.Index(css, reference)
		if i < 0 {
			break
		}
		at := i + len("url(")
		end := strings.IndexByte(css[at:], ')')
		if end < 0 {
			break
		}
		out.str(css[:at])
		if name := css[at : at+end]; !s.replace(out, name) {
			out.str(name)
		}
		css = css[at+end:]
	}
	out.str(css)
}

// unescapeName reverses what escape does to a name.
var unescapeName = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`)

// counter is a writer that remembers its first error.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

// Write writes p, unless an earlier write failed.
func (c *counter) Write(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.w.Write(p)
	c.n, c.err = c.n+int64(n), err
	return n, err
}

func (c *counter) str(s string) {
	if c.err == nil && s != "" {
		var n int
		n, c.err = io.WriteString(c.w, s)
		c.n += int64(n)
	}
}

// dataURI writes data as the value of an attribute.
func (c *counter) dataURI(mediaType string, data []byte) {
	var start strings.Builder
	start.WriteString("data:")
	escape(&start, mediaType, &classes.full)
	start.WriteString(";base64,")
	c.str(start.String())
	encoder := base64.NewEncoder(base64.StdEncoding, c)
	encoder.Write(data)
	encoder.Close()
}
