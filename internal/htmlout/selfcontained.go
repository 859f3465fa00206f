package htmlout

import (
	"encoding/base64"
	"io"
	"strings"
)

// Asset finds the file that a reference into AssetFolder names, that folder included.
// ok is false when there is none; the reference then stays.
type Asset func(name string) (mediaType string, data []byte, ok bool)

// SelfContained writes html with the stylesheet and the assets inside it, so
// that it is one file. html is what Write gave; asset may be nil. Nothing is held
// twice: the parts go to the writer as they are found.
func SelfContained(html, css string, asset Asset) io.WriterTo {
	return &relocated{html: html, css: css, replace: asset.embed()}
}

// WithData writes html as SelfContained does, but leaves the link to the stylesheet.
func WithData(html string, asset Asset) io.WriterTo {
	return &relocated{html: html, linked: true, replace: asset.embed()}
}

// WithAddresses writes html with the address of each asset in the place of its name,
// which stays where ok is false, as the link to the stylesheet does.
func WithAddresses(html string, address func(name string) (url string, ok bool)) io.WriterTo {
	return &relocated{html: html, linked: true, replace: func(out *counter, name string) bool {
		url, ok := address(name)
		if ok {
			var value strings.Builder
			escape(&value, url, &classes.full)
			out.str(value.String())
		}
		return ok
	}}
}

// relocated is a document some references of which lead elsewhere.
type relocated struct {
	html, css string
	linked    bool // the stylesheet stays a file
	// replace writes what stands in the place of the name of an asset. It reports
	// whether it wrote anything. It may be nil.
	replace func(out *counter, name string) bool
}

// embed writes assets as data; it is nil when a is.
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
	rest := s.html
	styled := s.linked
	for {
		start := strings.IndexByte(rest, '<')
		if start < 0 || styled && s.replace == nil { // nothing is left to put in
			out.str(rest)
			return out.n, out.err
		}
		end := start + tagEnd(rest[start:])
		out.str(rest[:start])
		styled = s.tag(&out, rest[start:end]) || styled
		if rest = rest[end:]; out.err != nil {
			return out.n, out.err
		}
	}
}

// tagEnd is the length of the tag that s begins with: up to the first > outside
// of quotes.
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

// tag writes one tag, the link to the stylesheet as the stylesheet itself. It
// reports whether it was that.
func (s *relocated) tag(out *counter, tag string) bool {
	if !s.linked && strings.HasPrefix(tag, "<link ") && strings.Contains(tag, `href="`+StylesheetName+`"`) {
		out.str("<style>")
		out.str(strings.ReplaceAll(s.css, "</", `<\/`)) // a style element ends at the first </style
		out.str("</style>")
		return true
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
	return false
}

// unescapeName undoes what escape does to a name.
var unescapeName = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`)

// counter is a writer that remembers its first error.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

// Write writes unless an error came before.
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
