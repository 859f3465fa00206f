package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/cli"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestStart runs the shell blocks of docs/start.md in order, as one session.
func TestStart(t *testing.T) {
	t.Parallel()
	testkit.Programs(t, "sh", "curl")
	blocks := shellBlocks(t, "docs/start.md")
	require.Len(t, blocks, 2, "a document, a service")
	dir := folderWithSample(t)
	out := walkWithService(t, dir, strings.Join(blocks, ""))
	require.Contains(t, out, "0 rules broken")
	key, err := os.ReadFile(filepath.Join(dir, "first-key.txt"))
	require.NoError(t, err)
	require.Contains(t, string(key), "pl_prd_")
}

// TestTheCommandLine runs the shell blocks of docs/cli.md in order, as one session.
func TestTheCommandLine(t *testing.T) {
	t.Parallel()
	testkit.Programs(t, "sh")
	blocks := shellBlocks(t, "docs/cli.md")
	require.Len(t, blocks, 3, "convert, in scripts, check")
	dir := folderWithSample(t)
	form, err := os.ReadFile("../../examples/form.pdf")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "examples/form.pdf"), form, 0o600))
	out := walk(t, dir, strings.Join(blocks, ""))
	for _, name := range []string{"sample.html", "sample/index.html", "sample.zip", "sample.md", "html/form.html", "html/sample.html", "from-a-pipe.html", "conformance.html", "sample.corrections.yaml"} {
		require.FileExists(t, filepath.Join(dir, name))
	}
	require.NoFileExists(t, filepath.Join(dir, "nothing.html"))
	require.Contains(t, out, "by rule heading")
}

// TestThePageOfTheCommandLine checks that the page names every command, and no flag that does not exist.
func TestThePageOfTheCommandLine(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/cli.md")
	require.NoError(t, err)
	page := string(data)
	root := cli.Command(cli.Streams{In: strings.NewReader(""), Out: &strings.Builder{}, Err: &strings.Builder{}})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	flags := map[string]bool{}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(root)
	for _, c := range root.Commands() {
		if !c.Hidden {
			require.Regexp(t, "(?m)^\\| [^|]*`"+regexp.QuoteMeta(c.Name())+"`", page, "the table of commands")
		}
	}
	named := regexp.MustCompile(`--([a-z][a-z-]+)`).FindAllStringSubmatch(page, -1)
	require.NotEmpty(t, named)
	for _, m := range named {
		require.True(t, flags[m[1]], "no command has the flag --%s", m[1])
	}
}
