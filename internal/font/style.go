package font

import "strings"

// look is what the name of a font tells of its looks.
type look struct {
	bold, italic, mono, serif, sans bool
	certain                         bool // the name says all; flags and angles of such fonts mislead
}

// withoutTag drops the tag of a subset, six capitals and a plus (clause 9.9.2); some writers put
// six hexadecimal digits there.
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

// styleOf reads the name of a font.
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
	l.serif = !l.sans && containsAny(lower, "times", "serif", "garamond", "georgia", "palatino", "palladio",
		"bookman", "schoolbook", "minion", "cambria", "mincho", "ming", "song", "roman", "nimbusrom")
	return l
}

// texFamilies are the names by which Computer Modern, its European and Cyrillic
// kin, and the AMS fonts go: a prefix, a style, a design size. They hold no words
// that a reader of names could know. The longest style that fits counts.
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

// hasWord reports whether one of the words stands in name in its own right: after
// a lower case letter, a mark or a digit, and not followed by a lower case letter.
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

// systemFamilies are the families whose PostScript names lost their spaces.
var systemFamilies = [...][2]string{
	{"TimesNewRoman", "Times New Roman"},
	{"CourierNew", "Courier New"},
	{"ArialNarrow", "Arial Narrow"},
	{"TrebuchetMS", "Trebuchet MS"},
	{"ComicSansMS", "Comic Sans MS"},
}

// familyOf is the family in a PostScript name: what stands before the style.
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
