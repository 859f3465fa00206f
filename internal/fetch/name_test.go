package fetch_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/fetch"
)

func TestCleanName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"report.pdf":                      "report.pdf",
		"":                                "document.pdf",
		".":                               "document.pdf",
		"../..":                           "document.pdf",
		"/":                               "document.pdf",
		"../../etc/passwd":                "passwd",
		`C:\Users\me\Bericht.pdf`:         "Bericht.pdf",
		"a\x00b\r\nc.pdf":                 "abc.pdf",
		"invoice\u202efdp.exe":            "invoicefdp.exe",
		"\xff\xfereport.pdf":              "report.pdf",
		"Ünïcödé 文書.pdf":                  "Ünïcödé 文書.pdf",
		strings.Repeat("a", 300) + ".pdf": strings.Repeat("a", 251) + ".pdf",
		strings.Repeat("文", 100) + ".pdf": strings.Repeat("文", 83) + ".pdf",
		"a." + strings.Repeat("b", 300):   "a." + strings.Repeat("b", 253),
		"  spaces  .pdf  ":                "spaces  .pdf",
	} {
		require.Equal(t, want, fetch.CleanName(in), "%q", in)
	}
}

func FuzzCleanName(f *testing.F) {
	f.Add("../a.pdf")
	f.Add(strings.Repeat("文", 100) + ".pdf")
	f.Add(strings.Repeat("文", 79) + ".00000000000   0000000000000000")
	f.Add(strings.Repeat(".", 300) + "a")
	f.Fuzz(func(t *testing.T, name string) {
		got := fetch.CleanName(name)
		if got == "" || len(got) > 255 || !utf8.ValidString(got) || strings.ContainsAny(got, "/\\\x00\n") || got == "." || got == ".." {
			t.Errorf("%q becomes %q", name, got)
		}
		if again := fetch.CleanName(got); again != got {
			t.Errorf("%q becomes %q and then %q", name, got, again)
		}
	})
}
