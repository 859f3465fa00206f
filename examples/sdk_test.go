package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
)

// sdkPage returns the text of docs/sdk.md.
func sdkPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../docs/sdk.md")
	require.NoError(t, err)
	return string(page)
}

// TestTheProgramsOfTheSDKPage checks the programs of docs/sdk.md as they stand, and runs those that need no
// service.
func TestTheProgramsOfTheSDKPage(t *testing.T) {
	t.Parallel()
	sample, err := filepath.Abs("sample.pdf")
	require.NoError(t, err)
	programs := regexp.MustCompile("(?s)\n## ([^\n]+)\n.*?\n```go\n(.*?)```\n").FindAllStringSubmatch(sdkPage(t), -1)
	require.Len(t, programs, 5)
	require.Equal(t, 5, strings.Count(sdkPage(t), "```go\n"))
	prints := map[string]string{
		"Convert a document": `"A Short Walk on the Shore" has 2 pages`,
		"Other forms":        "# A Short Walk on the Shore",
	}
	for _, p := range programs {
		title, text := p[1], p[2]
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			source := filepath.Join(dir, "main.go")
			require.NoError(t, os.WriteFile(source, []byte(text), 0o600))
			if prints[title] == "" {
				out, err := exec.Command("go", "vet", source).CombinedOutput() // this module is found from this folder
				require.NoError(t, err, "%s", out)
				return
			}
			program := filepath.Join(dir, "program.exe")
			require.NoError(t, compile(program, source))
			require.NoError(t, os.Symlink(sample, filepath.Join(dir, "sample.pdf")))
			run := exec.Command(program)
			run.Dir = dir
			out, err := run.CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Contains(t, string(out), prints[title])
		})
	}
}

// TestTheSDKPageHasEveryOption checks that docs/sdk.md has a question for each field of Options, and says what
// each method of a result writes.
func TestTheSDKPageHasEveryOption(t *testing.T) {
	t.Parallel()
	page := sdkPage(t)
	for _, kind := range []reflect.Type{reflect.TypeFor[convert.Options](), reflect.TypeFor[convert.Result]()} {
		for field := range kind.Fields() {
			if field.IsExported() {
				require.Contains(t, page, "`"+field.Name+"`", "a field of %s", kind)
			}
		}
	}
	for method := range reflect.TypeFor[*convert.Result]().Methods() {
		require.Contains(t, page, "`"+method.Name+"`", "a method of Result")
	}
	for _, code := range []convert.Code{
		convert.InvalidFileFormat, convert.InvalidDocument, convert.InvalidOption, convert.PasswordRequired, convert.PageLimitExceeded, convert.FileTooLarge,
		convert.ResourceLimitExceeded, convert.UnsupportedFeature, convert.ReadFailed, convert.InternalError,
	} {
		require.Contains(t, page, "`"+string(code)+"`")
	}
}
