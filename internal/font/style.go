package font

import "strings"

// look is the look of a font as its name gives it.
type look struct {
	bold, italic, mono, serif, sans bool
	certain                         bool // the name says everything, and the flags and angles of such fonts are wrong
}

// withoutTag drops the tag of a subset, which is six capitals and a plus sign (clause 9.9.2). Some
// writers use six hexadecimal digits.
func withoutTag(name string) string {
	const tag = 7
	if len(name) < tag || name[tag-1] != '+' {
		return name
	}
	capitals, digits := true, true
	for _, c := range []byte(name[:tag-1]) {
		capitals = capitals && c >= 'A' && c <= 'Z'
		digits = digits && (c >= '0' && c <= '9' || c >= 'a' && c <= 'f')
	}
	if !capitals && !digits {
		return name
	}
	return name[tag:]
}

// styleOf returns the look that the name of a font gives.
func styleOf(name string) look {
	if l, ok := texStyle(name); ok {
		return l
	}
	lower := strings.ToLower(name)
	l := look{
		bold:   containsAny(lower, "bold", "heavy") || hasWord(name, "Black", "Demi", "Medi", "Bd", "Blk"),
		italic: containsAny(lower, "italic", "oblique", "slanted", "kursiv") || hasWord(name, "It", "Ital", "Obl", "Slant"),
		mono:   containsAny(lower, "courier", "mono", "nimbusmon", "typewriter", "consolas", "menlo", "inconsolata", "fixedsys", "lettergothic"),
		sans:   containsAny(lower, "sans", "helvetica", "arial", "verdana", "tahoma", "calibri", "gothic"),
	}
	if end, ok := typesetterStyle(name); ok {
		l.bold, l.italic = l.bold || strings.HasPrefix(end, "B"), l.italic || strings.HasSuffix(end, "I")
	}
	l.serif = !l.sans && containsAny(lower, "times", "serif", "garamond", "georgia", "palatino", "palladio",
		"bookman", "schoolbook", "minion", "cambria", "mincho", "ming", "song", "roman", "nimbusrom")
	return l
}

// typesetterStyle returns the end of a name that the typesetters of many journals give their fonts: "Adv", a number in
// place of the family, and B, I or BI behind a dot. Parts of a font have a number of their own behind it:
//
//	AdvOTb83ee1dd.B    AdvOT8244d044.BI+03
func typesetterStyle(name string) (end string, ok bool) {
	if !strings.HasPrefix(name, "Adv") {
		return "", false
	}
	name, _, _ = strings.Cut(name, "+")
	_, end, ok = strings.Cut(name, ".")
	return end, ok && (end == "B" || end == "I" || end == "BI")
}

// texFamilies are the prefixes in the names of Computer Modern, its European and Cyrillic
// relatives, and the AMS fonts. Such a name is a prefix, a style and a design size, and has no
// words that tell the look. The longest style that fits counts.
var texFamilies = [...]string{"CM", "SF", "EC", "LA", "LH", "WN", "TC", "CS"}

var texStyles = [...]struct {
	style string
	look  look
}{
	{"BXTI", look{bold: true, italic: true, serif: true}},
	{"BXSL", look{bold: true, italic: true, serif: true}},
	{"SSBX", look{bold: true, sans: true}},
	{"SSDC", look{bold: true, sans: true}}, // demi condensed
	{"SSI", look{italic: true, sans: true}},
	{"BSY", look{bold: true}},               // symbols
	{"MIB", look{bold: true, italic: true}}, // math italic
	{"CSC", look{serif: true}},              // small capitals
	{"ITT", look{italic: true, mono: true}},
	{"SLTT", look{italic: true, mono: true}},
	{"VTT", look{serif: true}}, // typewriter shapes of varying width
	{"TCSC", look{mono: true}},
	{"BX", look{bold: true, serif: true}},
	{"TI", look{italic: true, serif: true}},
	{"SL", look{italic: true, serif: true}},
	{"MI", look{italic: true, serif: true}},
	{"TT", look{mono: true}},
	{"SS", look{sans: true}},
	{"RM", look{serif: true}},
	{"SY", look{}},
	{"EX", look{}},
	{"R", look{serif: true}},
	{"B", look{bold: true, serif: true}},
	{"U", look{serif: true}}, // unslanted italic
}

// texStyle reads names such as CMBX12 and SFTI1095.
func texStyle(name string) (look, bool) {
	digits := len(name)
	for digits > 0 && name[digits-1] >= '0' && name[digits-1] <= '9' {
		digits--
	}
	if digits == len(name) || digits < 3 {
		return look{}, false
	}
	family, style := strings.ToUpper(name[:2]), strings.ToUpper(name[2:digits])
	for _, f := range texFamilies {
		if family != f {
			continue
		}
		for _, s := range texStyles {
			if style == s.style {
				l := s.look
				l.certain = true
				return l, true
			}
		}
	}
	return look{}, false
}

func containsAny(s string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// hasWord reports whether one of the words stands in name by itself: behind a lower case letter, a
// mark or a digit, and not before a lower case letter.
func hasWord(name string, words ...string) bool {
	for _, w := range words {
		for from := 0; ; {
			i := strings.Index(name[from:], w)
			if i < 0 {
				break
			}
			i += from
			end := i + len(w)
			if i > 0 && (end == len(name) || name[end] < 'a' || name[end] > 'z') {
				return true
			}
			from = end
		}
	}
	return false
}

// systemFamilies are families whose names lack their spaces in PostScript.
var systemFamilies = [...][2]string{
	{"TimesNewRoman", "Times New Roman"},
	{"CourierNew", "Courier New"},
	{"ArialNarrow", "Arial Narrow"},
	{"TrebuchetMS", "Trebuchet MS"},
	{"ComicSansMS", "Comic Sans MS"},
}

// familyOf returns the family in a PostScript name, which is the part before the style.
func familyOf(name string) string {
	if i := strings.IndexAny(name, ",-"); i > 0 {
		name = name[:i]
	}
	for _, f := range systemFamilies {
		if strings.HasPrefix(name, f[0]) {
			return f[1]
		}
	}
	for _, suffix := range []string{"PSMT", "MT", "PS"} {
		if base, ok := strings.CutSuffix(name, suffix); ok && base != "" {
			return base
		}
	}
	return name
}
