package pdf

import (
	"cmp"
	"strings"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
)

// Info is what the document says about itself. XMP takes precedence over the Info dictionary.
type Info struct {
	Title, Author, Subject string
	Keywords               []string
	Creator, Producer      string
	Created, Modified      time.Time // UTC; zero: missing or no date
	Lang                   string    // from the catalog, or else from XMP
}

// maxInfoText is the most bytes of each text of Info. Abstracts in Subject have some kilobytes.
const maxInfoText = 64 << 10

// Info returns what the document says about itself. If both XMP (clause 14.3.2) and the Info
// dictionary (clause 14.3.3) give a value, that of XMP counts.
func (d *Document) Info() Info {
	dict := d.Dict(d.Trailer().Raw("Info"))
	x := parseXMP(d.XMP())
	text := func(fromXMP string, key Name) string {
		if fromXMP != "" {
			return fromXMP
		}
		left := allowance(maxInfoText)
		return collapseSpace(left.text(d, dict.Raw(key)))
	}
	date := func(fromXMP string, key Name) time.Time {
		if t := parseDate(fromXMP); !t.IsZero() {
			return t
		}
		return parseDate(text("", key))
	}
	return Info{
		Title:    text(x.title, "Title"),
		Author:   text(strings.Join(x.creators, ", "), "Author"),
		Subject:  text(x.description, "Subject"),
		Keywords: splitKeywords(cmp.Or(x.keywords, strings.Join(x.subjects, ";"), text("", "Keywords"))),
		Creator:  text(x.creatorTool, "Creator"),
		Producer: text(x.producer, "Producer"),
		Created:  date(x.created, "CreationDate"),
		Modified: date(x.modified, "ModDate"),
		Lang:     cmp.Or(d.catalogLang(), x.language),
	}
}

// maxLang is the most bytes of a language tag. BCP 47 asks to support 35 characters.
const maxLang = 100

func (d *Document) catalogLang() string {
	left := allowance(maxLang)
	return knownLang(strings.TrimSpace(left.text(d, d.Catalog().Raw("Lang"))))
}

// knownLang returns lang, or "" for a private tag. Some writers put x-unknown if they do not know the language.
func knownLang(lang string) string {
	if strings.HasPrefix(lang, "x-") {
		return ""
	}
	return lang
}

// splitKeywords splits at commas, semicolons and their East Asian forms. Text between quotation marks
// stays together. A keyword counts once, whatever its case. The result is nil when there are none.
func splitKeywords(s string) []string {
	var out []string
	seen := make(map[string]bool)
	add := func(k string) {
		k = collapseSpace(strings.Trim(strings.TrimSpace(k), `"`))
		folded := strings.ToLower(k)
		if k != "" && !seen[folded] && len(out) < limits.Keywords {
			seen[folded] = true
			out = append(out, k)
		}
	}
	start, quoted := 0, false
	for i, r := range s {
		switch r {
		case '"':
			// An inch mark does not quote, and neither does a mark without its partner.
			opens := strings.TrimSpace(s[start:i]) == "" && strings.IndexByte(s[i+1:], '"') >= 0
			quoted = !quoted && opens
		case ',', ';', '，', '；', '、':
			if !quoted {
				add(s[start:i])
				start = i + len(string(r))
			}
		}
	}
	add(s[start:])
	return out
}
