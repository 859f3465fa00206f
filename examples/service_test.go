package examples_test

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// startService starts a program that is a service in dir, and waits until it prints its address. end stops it and
// returns what it has printed.
func startService(t *testing.T, program, dir string) (address string, end func() string) {
	t.Helper()
	cmd := exec.Command(program, "-addr", "localhost:0", "-data", dir)
	var printed bytes.Buffer
	cmd.Stdout = &printed
	log, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // without effect if it has ended
	lines := bufio.NewReader(log)
	for address == "" {
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		if _, rest, ok := strings.Cut(strings.TrimSpace(line), "listening on "); ok {
			address = rest
		}
	}
	rest := make(chan string)
	go func() {
		text, _ := io.ReadAll(lines) // ends with the program
		rest <- string(text)
	}()
	return address, func() string {
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		text := <-rest
		require.NoError(t, cmd.Wait(), text)
		return printed.String()
	}
}

func TestServePrintsAKeyOnceAndConverts(t *testing.T) {
	t.Parallel()
	program, dir := build(t, "serve"), t.TempDir()
	_, end := startService(t, program, dir)
	key := strings.TrimSpace(end())
	_, err := client.ParseKey(key)
	require.NoError(t, err)

	address, end := startService(t, program, dir)
	c, err := client.New(key, client.Config{BaseURL: address})
	require.NoError(t, err)
	file, err := client.FileAt("sample.pdf")
	require.NoError(t, err)
	v, err := c.Conversions.Convert(t.Context(), client.ConvertRequest{File: file})
	require.NoError(t, err)
	require.Equal(t, "A Short Walk on the Shore", v.Metadata.Title)
	require.Empty(t, end(), "the first key is shown once")
}

func TestEmbedConvertsBehindItsOwnPage(t *testing.T) {
	t.Parallel()
	program, dir := build(t, "embed"), t.TempDir()
	_, end := startService(t, program, dir)
	end()
	address, end := startService(t, program, dir)
	post := func(name string) (int, string) {
		document, err := os.Open(name)
		require.NoError(t, err)
		defer document.Close()
		answer, err := http.Post(address+"/read", "application/pdf", document)
		require.NoError(t, err)
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return answer.StatusCode, string(body)
	}
	status, html := post("sample.pdf")
	require.Equal(t, http.StatusOK, status, html)
	require.Contains(t, html, "<title>A Short Walk on the Shore</title>")
	require.Contains(t, html, "<style>")
	require.NotContains(t, html, "style.css")
	status, text := post("service_test.go")
	require.Equal(t, http.StatusUnprocessableEntity, status, text)

	answer, err := http.Get(address + "/v1/usage")
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusUnauthorized, answer.StatusCode, "the interface of the service asks for a key")
	end()
}
