package server_test

import (
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// fetched returns the answer of an address without a key.
func fetched(t *testing.T, address string) (*http.Response, string) {
	t.Helper()
	resp, err := http.Get(address)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(text)
}

// TestTheFiveMinuteStartRuns runs each program of /docs as the page shows it.
func TestTheFiveMinuteStartRuns(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	key := h.issue("one")
	_, page := fetched(t, h.url+"/docs")
	sample, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	shown := regexp.MustCompile(`(?s)<h3 id="start-[a-z]+">(\w+)</h3>\s*<p>.*?<code>([\w.]+)</code>, then <code>([^<]+)</code>.</p>\s*<pre tabindex="0"><code>(.*?)</code></pre>`).FindAllStringSubmatch(page, -1)
	require.Len(t, shown, 4)
	for _, s := range shown {
		language, file, run, text := s[1], s[2], s[3], html.UnescapeString(s[4])
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "sample.pdf"), sample, 0o600))
			words := strings.Fields(run)
			testkit.Programs(t, words[0])
			cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
			cmd.Dir = dir
			if language == "Go" { // from this folder a file outside finds the module
				program := filepath.Join(dir, "start")
				build := exec.CommandContext(t.Context(), "go", "build", "-o", program, filepath.Join(dir, file))
				out, err := build.CombinedOutput()
				require.NoError(t, err, "%s", out)
				cmd = exec.CommandContext(t.Context(), program)
				cmd.Dir = dir
			}
			cmd.Env = append(os.Environ(), "PAGELIFT_URL="+h.url, "PAGELIFT_API_KEY="+key)
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			made := map[string]string{"curl": "sample.json", "Go": "sample/index.html"}[language]
			if made == "" {
				made = "sample.html"
			}
			result, err := os.ReadFile(filepath.Join(dir, made))
			require.NoError(t, err)
			require.Contains(t, string(result), "A Short Walk on the Shore")
			if language != "curl" {
				require.Contains(t, string(out), "A Short Walk on the Shore 2")
			}
		})
	}
}

// TestTheInterfaceIsDescribedAtTheRoot checks both files that programs look for.
func TestTheInterfaceIsDescribedAtTheRoot(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	body := func(path, mediaType string) string {
		resp, text := fetched(t, h.url+path)
		require.Equal(t, http.StatusOK, resp.StatusCode)
		require.Equal(t, mediaType, resp.Header.Get("Content-Type"))
		return text
	}
	require.Equal(t, body("/v1/openapi.json", "application/json"), body("/openapi.json", "application/json"))
	written, err := os.ReadFile("openapi/openapi.yaml")
	require.NoError(t, err)
	require.Equal(t, string(written), body("/openapi.yaml", "application/yaml"))
}
