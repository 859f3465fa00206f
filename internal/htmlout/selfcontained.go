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
	return &selfContained{html, css, asset}
}

type selfContained struct {
	html, css string
	asset     Asset
}

// WriteTo writes the document.
func (s *selfContained) WriteTo(w io.Writer) (int64, error) {
	out := counter{w: w}
	rest := s.html
	styled := false
	for {
		start := strings.IndexByte(rest, '<')
		if start < 0 || styled && s.asset == nil { // nothing is left to put in
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
func (s *selfContained) tag(out *counter, tag string) bool {
	if strings.HasPrefix(tag, "<link ") && strings.Contains(tag, `href="`+StylesheetName+`"`) {
		out.str("<style>")
		out.str(strings.ReplaceAll(s.css, "</", `<\/`)) // a style element ends at the first </style
		out.str("</style>")
		return true
	}
	const reference = `="` + AssetFolder + "/"
	for s.asset != nil {
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
		mediaType, data, ok := "", []byte(nil), false
		if names := before[:i]; strings.HasSuffix(names, " src") || strings.HasSuffix(names, " href") {
			mediaType, data, ok = s.asset(unescapeName.Replace(name))
		}
		if ok {
			out.dataURI(mediaType, data)
		} else {
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
