package pdf

import (
	"cmp"
	"strings"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
)

// Info is what the document says of itself: XMP over the Info dictionary.
type Info struct {
	Title, Author, Subject string
	Keywords               []string
	Creator, Producer      string
	Created, Modified      time.Time // UTC; zero: not given or not a date
	Lang                   string    // of the catalog, then of XMP
}

// maxInfoText bounds each text of Info; abstracts in Subject have some kilobytes.
const maxInfoText = 64 << 10

// Info is what the document says of itself. Where both XMP (clause 14.3.2) and
// the Info dictionary (clause 14.3.3) say something, XMP counts.
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

// maxLang bounds language tags: BCP 47 asks to support 35 characters.
const maxLang = 100

func (d *Document) catalogLang() string {
	left := allowance(maxLang)
	return knownLang(strings.TrimSpace(left.text(d, d.Catalog().Raw("Lang"))))
}

// knownLang is lang unless it is a private tag: writers put x-unknown where they
// know no language.
func knownLang(lang string) string {
	if strings.HasPrefix(lang, "x-") {
		return ""
	}
	return lang
}

// splitKeywords splits at commas, semicolons and their East Asian forms. What
// stands between quotation marks stays together; each keyword counts once,
// whatever its case. nil when there are none.
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
			// Inches are no quotation, and a mark without its partner quotes nothing.
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
