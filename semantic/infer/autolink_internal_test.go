package infer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAddressesInRunningText(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ word, text, href string }{
		"a web address":            {"https://iana.org/domains", "https://iana.org/domains", "https://iana.org/domains"},
		"without a scheme":         {"www.iana.org", "www.iana.org", "http://www.iana.org"},
		"a tilde as an accent":     {"http://iana.org/˜jane", "http://iana.org/˜jane", "http://iana.org/~jane"},
		"a tilde as an operator":   {"http://iana.org/∼jane", "http://iana.org/∼jane", "http://iana.org/~jane"},
		"in brackets at the end":   {"(http://iana.org/a_(b)).", "http://iana.org/a_(b)", "http://iana.org/a_(b)"},
		"behind a label":           {"see:https://iana.org", "https://iana.org", "https://iana.org"},
		"not what browsers refuse": {"ftp://ftp.iana.org", "", ""},
		"in quotation marks":       {"„http://iana.org“,", "http://iana.org", "http://iana.org"},
		"a mail address":           {"<jane.doe+x@iana.org>,", "jane.doe+x@iana.org", "mailto:jane.doe+x@iana.org"},
		"no reserved host":         {"http://www.example.com/", "", ""},
		"no local host":            {"http://localhost:8080/x", "", ""},
		"no script":                {"javascript://alert(1)", "", ""},
		"no file of a repository":  {"git@github.com:a/b.git", "", ""},
		"no handle":                {"@pagelift", "", ""},
		"no price":                 {"3@4.50", "", ""},
		"no scheme inside a word":  {"xhttp://iana.org", "", ""},
		"a host and nothing else":  {"http://", "", ""},
		"signs only":               {"://@www.", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &builder{linkMail: true}
			start, end, href := b.findAddress(tc.word)
			require.Equal(t, tc.href, href)
			require.Equal(t, tc.text, tc.word[start:end])
		})
	}
}

func TestAddressesGoOnInTheNextLine(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		line, next string
		want       bool
	}{
		"behind a slash":                {"see http://iana.org/", "domains/root.html for", true},
		"before a slash":                {"see http://iana.org", "/domains", true},
		"behind the scheme":             {"see (https:", "//iana.org/domains", true},
		"behind a hyphen":               {"http://iana.org/two-", "letter/codes.html", true},
		"not when a sentence goes on":   {"see http://iana.org/", "for more", false},
		"not when a sentence ends":      {"see http://iana.org.", "The next.", false},
		"not where there is no address": {"either/", "or/not.html", false},
		"not at the end":                {"http://iana.org/", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tc.want, tornAddress(tc.line, tc.next))
		})
	}
}
