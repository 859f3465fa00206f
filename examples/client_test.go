package examples_test

import (
	"archive/zip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/apikey"
)

// exampleKey returns a key in the form of all keys.
func exampleKey() string {
	head := "pl_dev_0123456789_" + strings.Repeat("k", 32)
	return head + apikey.Checksum(head)
}

// answers returns a service with one answer to a conversion, and one archive.
func answers(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/convert/pdf-to-html", func(w http.ResponseWriter, r *http.Request) {
		file, header, err := r.FormFile("file")
		if err != nil || r.Header.Get("Authorization") != "Bearer "+exampleKey() {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		size, _ := io.Copy(io.Discard, file)
		_ = json.NewEncoder(w).Encode(client.Conversion{
			ID: "conv_1", Status: client.StatusCompleted, InputFile: header.Filename, FileSize: &size,
			Metadata: &client.Metadata{Title: "A Short Walk on the Shore", Pages: 2},
		})
	})
	mux.HandleFunc("GET /v1/conversions/conv_1/download", func(w http.ResponseWriter, _ *http.Request) {
		archive := zip.NewWriter(w)
		if f, err := archive.Create("index.html"); err == nil {
			_, _ = io.WriteString(f, "<title>A Short Walk on the Shore</title>")
		}
		_ = archive.Close()
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func TestClientUnpacksTheResult(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "sample")
	cmd := exec.Command(build(t, "client"), answers(t).URL, "sample.pdf", dir)
	cmd.Env = append(os.Environ(), "PAGELIFT_API_KEY="+exampleKey())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, "\"A Short Walk on the Shore\": 2 pages\n", string(out))
	html, err := os.ReadFile(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	require.Contains(t, string(html), "<title>")
}

func TestClientSaysThatTheKeyIsMistyped(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(build(t, "client"), "https://pdf.example.com", "sample.pdf", "out")
	cmd.Env = append(os.Environ(), "PAGELIFT_API_KEY="+exampleKey()+"0")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "invalid_api_key")
	require.NotContains(t, string(out), "kkkk")
}
