package lint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/licence"
)

// permissive are the licences that a dependency may have, of the program or of its tests.
var permissive = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unlicense"}

// agreed are modules with another licence, and why they are here all the same.
var agreed = map[string]string{
	// Binds its own files only. It is linked unchanged, and the program says where its source is
	// (docs/adr/0083-one-licence-that-binds-its-own-files.md).
	"github.com/riverqueue/river": "MPL-2.0",
}

// TestLicences: no module that any package or test of ours needs is under a licence that binds
// what is linked with it.
func TestLicences(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	packages := json.NewDecoder(bytes.NewReader([]byte(goOutput(t, "list", "-deps", "-test", "-json=Module", "./..."))))
	for {
		var p struct {
			Module *struct {
				Path, Dir string
				Main      bool
			}
		}
		err := packages.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if p.Module == nil || p.Module.Main || seen[p.Module.Path] {
			continue
		}
		seen[p.Module.Path] = true
		kind := licenceIn(t, p.Module.Dir)
		if !slices.Contains(permissive, kind) && agreed[family(p.Module.Path)] != kind {
			t.Errorf("%s is under %q", p.Module.Path, kind)
		}
	}
	require.NotEmpty(t, seen)
}

// family is the first three parts of a path: what one owner keeps in one repository.
func family(path string) string {
	parts := strings.SplitN(path, "/", 4)
	return strings.Join(parts[:min(len(parts), 3)], "/")
}

// licenceIn tells the kind of the licence of the module in dir.
func licenceIn(t *testing.T, dir string) string {
	t.Helper()
	for _, name := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			return licence.Kind(string(text))
		}
	}
	t.Errorf("%s has no licence", dir)
	return licence.Unknown
}
