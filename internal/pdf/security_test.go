package pdf_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

// encrypted has the files of testdata. The README there says how they were made.
var encrypted = map[string]struct{ user, owner string }{
	"rc4-40":                 {"user", "owner"},
	"rc4-128":                {"user", "owner"},
	"rc4-128-accents":        {"pässwörd", "ownér"},
	"rc4-v4":                 {"user", "owner"},
	"aes-128":                {"user", "owner"},
	"aes-128-clear-metadata": {"user", "owner"},
	"aes-256-r5":             {"user", "owner"},
	"aes-256-r6":             {"user", "owner"},
	"aes-256-unicode":        {"пароль", "öwner"},
	"aes-256-objstm":         {"", "owner"},
}

func TestOpenEncrypted(t *testing.T) {
	t.Parallel()
	for name, passwords := range encrypted {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src, err := os.ReadFile(filepath.Join("testdata", name+".pdf"))
			require.NoError(t, err)
			for _, password := range []string{passwords.user, passwords.owner} {
				d, err := pdf.Open(t.Context(), src, pdf.Options{Password: password})
				require.NoError(t, err, "password %q", password)
				require.Equal(t, []string{"BT /F1 12 Tf 72 700 Td (Secret words) Tj ET"}, contents(d))
				info := d.Dict(d.Trailer().Raw("Info"))
				require.Equal(t, pdf.String("A secret title"), d.Get(info, "Title"))
				metadata, err := d.Decode(t.Context(), d.Stream(d.Catalog().Raw("Metadata")))
				require.NoError(t, err)
				require.Equal(t, "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", string(metadata))
			}
			if passwords.user != "" {
				for _, password := range []string{"", "wrong"} {
					_, err := pdf.Open(t.Context(), src, pdf.Options{Password: password})
					require.ErrorIs(t, err, pdf.ErrPassword, "password %q", password)
				}
			}
		})
	}
}

func TestEveryEncryptedFileIsTested(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.pdf")
	require.NoError(t, err)
	require.Len(t, files, len(encrypted))
}
