package cli_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/testkit"
)

// previousBuild builds the program before this one: from the last tag before this commit, or from the commit that
// testdata/previous.txt names.
func previousBuild(t *testing.T) string {
	git := func(args ...string) (string, error) {
		out, err := exec.Command("git", args...).Output()
		return strings.TrimSpace(string(out)), err
	}
	commit, err := git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^")
	if err != nil {
		file, err := os.ReadFile("testdata/previous.txt")
		require.NoError(t, err)
		lines := strings.Fields(string(file))
		commit = lines[len(lines)-1]
	}
	_, err = git("cat-file", "-e", commit+"^{commit}")
	require.NoError(t, err, "the history with commit %s of the other build is missing: git fetch --unshallow --tags", commit)
	dir := t.TempDir()
	tree := filepath.Join(dir, "tree.tar")
	root, err := git("rev-parse", "--show-toplevel")
	require.NoError(t, err)
	_, err = git("-C", root, "archive", "--output", tree, commit)
	require.NoError(t, err)
	source := filepath.Join(dir, "source")
	require.NoError(t, os.Mkdir(source, 0o755))
	out, err := exec.Command("tar", "-xf", tree, "-C", source).CombinedOutput()
	require.NoError(t, err, "%s", out)
	program := filepath.Join(dir, "bin", "pagelift")
	build := exec.Command("go", "build", "-o", program, "./cmd/pagelift")
	build.Dir, build.Env = source, append(os.Environ(), "CGO_ENABLED=0")
	out, err = build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Logf("the other build is of %s", commit)
	return program
}

// pictured returns a document with a picture that is too large to stand inside the HTML. So its result is several objects.
func pictured() []byte {
	const width, height = 3000, limits.InlineAssets/3000 + 100
	chance := rand.New(rand.NewPCG(1, 2))
	var samples strings.Builder
	for range width * height {
		samples.WriteByte(byte(chance.IntN(256)))
	}
	var pdf testkit.PDF
	n := pdf.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray", width, height), samples.String())
	pdf.AddPage(testkit.Page{Content: "BT /F1 12 Tf 72 700 Td (Words above a picture.) Tj ET q 400 0 0 300 72 350 cm /I Do Q", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", n)})
	return pdf.Bytes()
}

// TestTwoBuilds checks that this build and the one before it can be one service, while processes are replaced and
// after a rollback. Each converts what the other has accepted, and both read alike what either has converted.
func TestTwoBuilds(t *testing.T) {
	t.Parallel()
	if !testkit.Soak() {
		t.Skip("make soak runs it, for it builds another program")
	}
	earlier := previousBuild(t)
	program, err := exec.LookPath("pagelift")
	require.NoError(t, err)
	database, data, key := testkit.OwnPostgres(t).Database(t), t.TempDir(), testKey()
	start := func(program, workers string) *process {
		return startProgram(t, program, data, database, key, "--workers", workers)
	}
	documents := map[string][]byte{"long": (&order{number: 1}).document(longDocument), "pictured": pictured()}
	convert := func(p *process) (ids []string) {
		for name, body := range documents {
			c, err := p.client(t).Conversions.Start(t.Context(), client.ConvertRequest{File: client.File{Name: name + ".pdf", Content: strings.NewReader(string(body))}})
			require.NoError(t, err)
			ids = append(ids, c.ID)
		}
		return ids
	}
	same := func(one, other *process, ids []string) {
		t.Helper()
		for _, id := range ids {
			_, err := one.client(t).Conversions.Wait(t.Context(), id)
			require.NoError(t, err)
			var seen [2]*client.Conversion
			var archives [2]strings.Builder
			for i, p := range []*process{one, other} {
				seen[i], err = p.client(t).Conversions.Get(t.Context(), id)
				require.NoError(t, err)
				require.Equal(t, client.StatusCompleted, seen[i].Status)
				_, err = p.client(t).Conversions.Download(t.Context(), id, &archives[i])
				require.NoError(t, err)
			}
			require.NotEmpty(t, *seen[0].HTML)
			require.Equal(t, seen[0].HTML, seen[1].HTML)
			require.Equal(t, seen[0].CSS, seen[1].CSS)
			require.JSONEq(t, string(seen[0].Accessibility), string(seen[1].Accessibility))
			require.Equal(t, archives[0].String(), archives[1].String())
		}
	}

	before := start(earlier, "1") // the earlier build creates the tables
	old := convert(before)
	same(before, before, old)
	require.Contains(t, strings.Join(leftOver(t, filepath.Join(data, "blobs")), " "), "/assets/", "one of the results has several objects")
	now := start(program, "1") // this build adds to the tables while the earlier one runs
	same(now, before, old)
	both := append(convert(before), convert(now)...) // whichever process comes first converts them
	same(now, before, both)

	before.end(t)
	before = start(earlier, "-1")
	same(now, before, convert(before)) // accepted by the earlier build, converted by this one
	now.end(t)
	before.end(t)
	now = start(program, "-1")
	before = start(earlier, "1") // as after a rollback
	same(before, now, convert(now))
	same(before, now, append(old, both...))
	now.end(t)
	before.end(t)
}
