package font

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

func TestGlyphNamesMeanCharacters(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ name, want string }{
		"a letter":                          {"A", "A"},
		"a name of the list":                {"eacute", "é"},
		"several characters of the list":    {"dalethatafpatah", "ד\u05b2"},
		"a variant":                         {"A.swash", "A"},
		"a variant of a ligature":           {"f_f_i.alt", "ffi"},
		"a ligature of the list":            {"ffl", "ffl"},
		"uniXXXX":                           {"uni20AC", "€"},
		"uniXXXX of several":                {"uni004100420043", "ABC"},
		"uniXXXX in lower case":             {"uni20ac", "€"},
		"uni of a surrogate":                {"uniD800", ""},
		"uXXXXX":                            {"u1F600", "😀"},
		"uXXXX joined":                      {"u0041_uni0042", "AB"},
		"u beyond Unicode":                  {"u110000", ""},
		"u of a control":                    {"u0007", ""},
		"an unknown part spoils the whole":  {"f_foo", ""},
		"small capitals":                    {"Asmall", "a"},
		"oldstyle figures":                  {"sevenoldstyle", "7"},
		"superior letters":                  {"asuperior", "a"},
		"superior figures keep their place": {"onesuperior", "¹"},
		"a big delimiter of TeX":            {"bracketleftBigg", "["},
		"an operator of TeX":                {"integraldisplay", "∫"},
		"a name of TeX":                     {"negationslash", "\u0338"},
		"not defined":                       {".notdef", ""},
		"nothing":                           {"", ""},
		"an underscore alone":               {"_", ""},
		"a dot alone":                       {".", ""},
		"a glyph number":                    {"g123", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, nameText(c.name).string())
		})
	}
}

// TestEveryListedNameIsFound checks the hash table against the list it was made of.
func TestEveryListedNameIsFound(t *testing.T) {
	t.Parallel()
	for i := range len(glyphOffsets) - 1 {
		name := glyphNames[glyphOffsets[i]:glyphOffsets[i+1]]
		m := listText(name)
		if !m.known() { // controls and the byte order mark are listed, too
			require.Negative(t, cleanRune(rune(glyphRunes[i])), name)
			continue
		}
		requireReadable(t, m.string())
		require.False(t, m.private(), name)
	}
}

// TestEncodingsNameCharacters finds misspelt names in encodings.txt.
func TestEncodingsNameCharacters(t *testing.T) {
	t.Parallel()
	for _, e := range []*[256]string{&standardEncoding, &winAnsiEncoding, &macRomanEncoding, &macExpertEncoding, &pdfDocEncoding, &symbolEncoding} {
		for c, name := range e {
			require.Equal(t, name == "" || name == "apple", !nameText(name).known(), "code %#x is %q", c, name)
		}
	}
	for c, name := range zapfDingbatsEncoding {
		require.Equal(t, name == "", !zapfText(name).known(), "code %#x is %q", c, name)
	}
	require.Equal(t, "bullet", winAnsiEncoding[0x95])
	require.Equal(t, text{r: '✈'}, zapfText("a118"))
	require.Equal(t, text{r: '➾'}, zapfText("a191"))
}

func TestNumericNames(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		diffs []difference
		type3 bool
		want  numericNames
	}{
		"TeX bitmaps":             {[]difference{{65, "a65"}, {12, "a12"}}, true, texNames},
		"TeX bitmaps above ASCII": {[]difference{{65, "a65"}, {225, "a225"}}, true, corkNames},
		"TeX bitmaps, ligatures":  {[]difference{{65, "a65"}, {28, "a28"}}, true, corkNames},
		"TeX bitmaps of Danish":   {[]difference{{12, "a12"}, {28, "a28"}}, true, texNames},
		"TeX bitmaps, bytes":      {[]difference{{0, "BnZr"}, {12, "\x0c"}, {65, "A"}}, true, texNames},
		"bytes, all letters":      {[]difference{{65, "A"}, {66, "B"}, {67, "C"}}, true, ordinaryNames},
		"bytes in outline fonts":  {[]difference{{12, "\x0c"}, {49, "1"}, {65, "A"}}, false, ordinaryNames},
		"codes in decimal":        {[]difference{{65, "c65"}, {66, "c66"}, {67, "c67"}}, false, codeNames},
		"codes in hexadecimal":    {[]difference{{0x41, "G41"}, {0x4A, "G4A"}, {0x4B, "G4B"}}, false, codeNames},
		"glyph numbers":           {[]difference{{65, "g12"}, {66, "g13"}, {67, "g14"}}, false, ordinaryNames},
		"names":                   {[]difference{{65, "A"}, {66, "B"}, {67, "C"}}, false, ordinaryNames},
		"too few to be believed":  {[]difference{{65, "c65"}}, false, ordinaryNames},
		"names of digits, really": {[]difference{{0xAD, "ad"}, {0xBE, "be"}, {0xCE, "ce"}}, false, ordinaryNames},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			subtype := "Type1"
			if c.type3 {
				subtype = "Type3"
			}
			require.Equal(t, c.want, numericNamesOf(c.diffs, pdf.Name(subtype)))
		})
	}
}

func BenchmarkNameText(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		nameText("quotedblleft")
	}
}
