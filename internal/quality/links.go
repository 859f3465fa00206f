package quality

import (
	"net/mail"
	"net/url"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// emptyTexts are texts of links that say nothing of where these lead, as plain words.
var emptyTexts = map[string]bool{
	"here": true, "click": true, "click here": true, "link": true, "this link": true, "this": true, "more": true, "read more": true,
	"learn more": true, "see more": true, "details": true, "go": true, "download": true, "this page": true, "website": true, "page": true,
	"hier": true, "hier klicken": true, "mehr": true, "weiter": true, "ici": true, "cliquez ici": true, "en savoir plus": true,
	"aquí": true, "haga clic aquí": true, "más": true, "qui": true, "clicca qui": true,
}

// links judges where the links of the pages lead and what their texts say. Where the links of tagged documents
// stand is judged by the rule 7.18.5-t01 of package pdfua; where there are no tags a person must judge them.
func (c *checker) links() {
	for _, p := range c.Pages {
		texts := linkTexts(p)
		for i := range p.Links {
			if c.over() {
				return
			}
			l := &p.Links[i]
			text := strings.TrimSpace(texts[i])
			at := Finding{Page: p.Number, Text: text}
			for _, a := range l.Areas {
				at.Box = at.Box.Union(a)
			}
			c.address(l.URI, at)
			if c.Structure == nil {
				untagged := at
				untagged.Message = "the document is not tagged: nothing tells a reader which words are the link"
				c.doubts(&linkTags, untagged)
			}
			words := strings.Join(wordsOf(text), " ")
			switch {
			case text == "":
				if l.Title == "" {
					continue // a picture, or a part of the page: its alternative is judged
				}
				c.holds(&linkText)
			case emptyTexts[words]:
				at.Message = "the text of the link fits every link"
				c.breaks(&linkText, at)
			default:
				c.holds(&linkText)
			}
		}
	}
}

// linkTexts are the texts of the links of a page.
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

// address judges where a link out of the document leads.
func (c *checker) address(uri string, at Finding) {
	if uri == "" {
		return
	}
	if len(at.Text) == 0 {
		at.Text = uri
	}
	scheme, rest, ok := strings.Cut(uri, ":")
	switch {
	case !ok || !isScheme(scheme) || isPort(scheme, rest):
		at.Message = "the address " + cut(uri) + " has no scheme such as https"
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
			at.Message = "the address " + cut(uri) + " names no host"
			c.breaks(&linkAddress, at)
			return
		}
		c.holds(&linkAddress)
	default:
		c.holds(&linkAddress)
	}
}

// isScheme reports whether s is a scheme (RFC 3986 section 3.1).
func isScheme(s string) bool {
	for i, r := range strings.ToLower(s) {
		letter := 'a' <= r && r <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", r)) {
			return false
		}
	}
	return s != ""
}

// isPort reports whether what seems to be a scheme is a host, and its port follows: "example.org:8080/a".
// Schemes with a dot in them exist, but none has a number behind the colon.
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

// isHost reports whether s can be the host of an address, with user and port: no white space, and a
// dot in it unless it is the own machine or an address of IPv6.
func isHost(s string) bool {
	u, err := url.Parse("//" + s)
	if err != nil || strings.ContainsAny(s, " \t\r\n") {
		return false
	}
	name := u.Hostname()
	return name == "localhost" || strings.Contains(name, ":") || strings.Contains(strings.Trim(name, "."), ".")
}

// wrongMail is why the rest of a mailto address (RFC 6068) has no mail address, or "".
func wrongMail(rest string) string {
	to, query, _ := strings.Cut(rest, "?")
	if to == "" && strings.Contains(query, "to=") {
		return ""
	}
	to, err := url.PathUnescape(to)
	if err != nil {
		return "the address cannot be read"
	}
	for one := range strings.SplitSeq(to, ",") {
		if _, err := mail.ParseAddress(strings.TrimSpace(one)); err != nil {
			return "\"" + cut(one) + "\" is no mail address"
		}
	}
	return ""
}
