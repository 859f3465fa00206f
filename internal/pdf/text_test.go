package pdf_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

func TestStringText(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		s    pdf.String
		want string
	}{
		"nothing":                               {"", ""},
		"ASCII":                                 {"Annual report\n2024", "Annual report\n2024"},
		"PDFDocEncoding":                        {"na\xefve \x8dquoted\x8e \x84 \xa0 5", "naïve “quoted” — € 5"},
		"PDFDocEncoding accents":                {"\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f", "˘ˇˆ˙˝˛˚˜"},
		"PDFDocEncoding ligatures and letters":  {"\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9d\x9e", "ﬁﬂŁŒŠŸŽıłœšž"},
		"the undefined code":                    {"a\x9fb\xff", "a\ufffdbÿ"},
		"UTF-16, big endian":                    {"\xfe\xff\x00G\x00r\x00\xfc\x00\xdf\x00e", "Grüße"},
		"UTF-16, little endian":                 {"\xff\xfeG\x00r\x00\xfc\x00", "Grü"},
		"UTF-16 surrogates":                     {"\xfe\xff\xd8\x3d\xde\x00!", "😀"},
		"UTF-16 with an odd last byte":          {"\xfe\xff\x00a\x00", "a"},
		"a lone high surrogate":                 {"\xfe\xff\xd8\x3d\x00a", "\ufffda"},
		"a lone low surrogate":                  {"\xfe\xff\xde\x00\x00a", "\ufffda"},
		"a high surrogate at the end":           {"\xfe\xff\x00a\xd8\x3d", "a\ufffd"},
		"UTF-16 without its mark":               {"\x00W\x00o\x00r\x00d", "Word"},
		"UTF-8 with its mark":                   {"\xef\xbb\xbfGr\xc3\xbc\xc3\x9fe", "Grüße"},
		"UTF-8 with damage":                     {"\xef\xbb\xbfa\xffb", "a\ufffdb"},
		"UTF-8 without its mark":                {"\xd0\x9e\xd1\x82\xd1\x87\xd1\x91\xd1\x82", "Отчёт"},
		"one accented letter in UTF-8":          {"caf\xc3\xa9", "café"},
		"a sign behind an accented capital":     {"CAF\xc9\x83", "CAFÉ…"},
		"three bytes of UTF-8":                  {"don\xe2\x80\x99t", "don’t"},
		"a language escape":                     {"\xfe\xff\x00\x1b\x00e\x00n\x00\x1b\x00H\x00i", "Hi"},
		"a language and country escape":         {"\xfe\xff\x00\x1b\x00e\x00n\x00U\x00S\x00\x1b\x00H\x00i", "Hi"},
		"a language escape in UTF-8":            {"\xef\xbb\xbfA\x1bde\x1bB", "AB"},
		"an escape that is none":                {"\xfe\xff\x00\x1b\x00H\x00i", "Hi"},
		"an escape at the end":                  {"\xef\xbb\xbfA\x1b", "A"},
		"NUL at the end, as C programs have it": {"Title\x00", "Title"},
		"NUL in UTF-16":                         {"\xfe\xff\x00A\x00\x00\x00B", "AB"},
		"control characters":                    {"a\x01\x7fb\tc", "ab\tc"},
		"other line breaks":                     {"a\vb\fc", "a\nb\nc"},
		"a second byte order mark":              {"\xfe\xff\xfe\xff\x00A", "A"},
		"only a mark":                           {"\xfe\xff", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, c.s.Text())
		})
	}
}

func FuzzStringText(f *testing.F) {
	for _, s := range []string{
		"plain", "na\xefve", "\xfe\xff\xd8\x3d\xde\x00\x00\x1b\x00e\x00n\x00\x1b", "\xff\xfea\x00",
		"\xef\xbb\xbf\x1bde\x1bB\xff", "\x00W\x00o", "caf\xc3\xa9", "\xc9\x83", "\xfe\xff\xd8",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := pdf.String(s).Text()
		if !utf8.ValidString(got) {
			t.Errorf("%q is not UTF-8", got)
		}
		if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f }) {
			t.Errorf("control character in %q", got)
		}
		if len(got) > 3*len(s) { // a byte of PDFDocEncoding is at most three of UTF-8
			t.Errorf("%d bytes from %d", len(got), len(s))
		}
	})
}

func BenchmarkStringText(b *testing.B) {
	for name, s := range map[string]pdf.String{
		"ASCII":  pdf.String(strings.Repeat("Chapter 12: a title ", 4)),
		"UTF-16": pdf.String("\xfe\xff" + strings.Repeat("\x00T\x00i\x04\x10", 20)),
		"PDFDoc": pdf.String(strings.Repeat("na\xefve \x84 ", 10)),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				_ = s.Text()
			}
		})
	}
}
