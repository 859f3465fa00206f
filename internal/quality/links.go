package quality

import (
	"net/mail"
	"net/url"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// emptyTexts has texts of links that do not say where the link leads, in lower case and without punctuation.
var emptyTexts = map[string]bool{
	"here": true, "click": true, "click here": true, "link": true, "this link": true, "this": true, "more": true, "read more": true,
	"learn more": true, "see more": true, "details": true, "go": true, "download": true, "this page": true, "website": true, "page": true,
	"hier": true, "hier klicken": true, "mehr": true, "weiter": true, "ici": true, "cliquez ici": true, "en savoir plus": true,
	"aquí": true, "haga clic aquí": true, "más": true, "qui": true, "clicca qui": true,
}

// links judges where the links of the pages lead and what their texts say. It does not judge where the tags
// have a link: the rule 7.18.5-t01 of package pdfua does. In a document without tags a person has to look.
func (c *checker) links() {
	for _, p := range c.Pages {
		texts := linkTexts(p)
		for i := range p.Links {
			if c.ended() {
				return
			}
			l := &p.Links[i]
			text := strings.TrimSpace(texts[i])
			at := Finding{Page: p.Number, Text: text}
			for _, a := range l.Areas {
				at.Box = at.Box.Union(a)
			}
			c.judgeAddress(l.URI, at)
			if c.Structure == nil {
				untagged := at
				untagged.Message = "the document has no tags, so nothing says which words are the link; tag the document"
				c.doubts(&linkTags, untagged)
			}
			words := strings.Join(wordsOf(text), " ")
			switch {
			case text == "":
				if l.Title == "" {
					continue // the link is on a picture or a part of the page; other rules judge its alternative
				}
				c.holds(&linkText)
			case emptyTexts[words]:
				at.Message = "the text of the link would fit any link; say where this one leads"
				c.breaks(&linkText, at)
			default:
				c.holds(&linkText)
			}
		}
	}
}

// linkTexts returns the text of each link of a page.
func linkTexts(p *layout.Page) []string {
	texts := make([]string, len(p.Links))
	for i := range p.Lines {
		for _, s := range p.LineSpans(i) {
			if s.Link < 0 || int(s.Link) >= len(texts) {
				continue
			}
			t := texts[s.Link]
			if len(t) > limits.ElementText {
				continue
			}
			if t != "" && s.Start == p.Lines[i].Start {
				t += " "
			}
			texts[s.Link] = t + p.Text[s.Start:s.End]
		}
	}
	return texts
}

// judgeAddress judges the address of a link that leads out of the document.
func (c *checker) judgeAddress(uri string, at Finding) {
	if uri == "" {
		return
	}
	if len(at.Text) == 0 {
		at.Text = uri
	}
	scheme, rest, ok := strings.Cut(uri, ":")
	switch {
	case !ok || !isScheme(scheme) || isPort(scheme, rest):
		at.Message = "the address " + cut(uri) + " has no scheme; put one such as https:// or mailto: before it"
		c.breaks(&linkAddress, at)
	case strings.EqualFold(scheme, "mailto"):
		if at.Message = wrongMail(rest); at.Message != "" {
			c.breaks(&linkMail, at)
			return
		}
		c.holds(&linkMail)
	case strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "ftp"):
		host, found := strings.CutPrefix(rest, "//")
		if i := strings.IndexAny(host, "/?#"); i >= 0 {
			host = host[:i]
		}
		if !found || !isHost(host) {
			at.Message = "the address " + cut(uri) + " has no host such as example.org; correct it"
			c.breaks(&linkAddress, at)
			return
		}
		c.holds(&linkAddress)
	default:
		c.holds(&linkAddress)
	}
}

// isScheme reports whether s has the form of a scheme (RFC 3986 section 3.1).
func isScheme(s string) bool {
	for i, r := range strings.ToLower(s) {
		letter := 'a' <= r && r <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", r)) {
			return false
		}
	}
	return s != ""
}

// isPort reports whether scheme is a host, and rest begins with its port: "example.org:8080/a". There are
// schemes with a dot, but none has a number behind the colon.
func isPort(scheme, rest string) bool {
	if !strings.Contains(scheme, ".") && !strings.EqualFold(scheme, "localhost") {
		return false
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	_, err := strconv.ParseUint(rest, 10, 16)
	return err == nil
}

// isHost reports whether s can be the host of an address, with or without user and port. A host has no white
// space. It has a dot, unless it is localhost or an IPv6 address.
func isHost(s string) bool {
	u, err := url.Parse("//" + s)
	if err != nil || strings.ContainsAny(s, " \t\r\n") {
		return false
	}
	name := u.Hostname()
	return name == "localhost" || strings.Contains(name, ":") || strings.Contains(strings.Trim(name, "."), ".")
}

// wrongMail returns what is wrong with a mailto address (RFC 6068), or "". rest is what stands behind "mailto:".
func wrongMail(rest string) string {
	to, query, _ := strings.Cut(rest, "?")
	if to == "" && strings.Contains(query, "to=") {
		return ""
	}
	to, err := url.PathUnescape(to)
	if err != nil {
		return "the mail address has a % that two hexadecimal digits do not follow; correct it"
	}
	for one := range strings.SplitSeq(to, ",") {
		if _, err := mail.ParseAddress(strings.TrimSpace(one)); err != nil {
			return "\"" + cut(one) + "\" is not a mail address; correct it"
		}
	}
	return ""
}
