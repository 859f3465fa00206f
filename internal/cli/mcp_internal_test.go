package cli

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A language model sends requests on standard input, one a line. The program ends with the input.
func TestAModelReadsDocuments(t *testing.T) {
	t.Parallel()
	sample, err := os.ReadFile("../../examples/sample.pdf")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "sample.pdf"), sample, 0o666))
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan int, 1)
	go func() { ended <- run(t.Context(), []string{"mcp", dir}, Streams{In: in, Out: out, Err: io.Discard}) }()
	lines := bufio.NewReader(answers)
	for _, exchange := range [][2]string{
		{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`, `"name":"pagelift"`},
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, ""},
		{`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read","arguments":{"document":"sample.pdf"}}}`, "A Short Walk on the Shore"},
		{`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read","arguments":{"document":"../sample.pdf"}}}`, "document_not_found"},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"convert","arguments":{"document":"https://example.com/a.pdf"}}}`, "url_not_allowed"},
	} {
		_, err := io.WriteString(ask, exchange[0]+"\n")
		require.NoError(t, err)
		if exchange[1] == "" {
			continue
		}
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, line, exchange[1])
	}
	require.NoError(t, ask.Close())
	require.Equal(t, exitOK, <-ended)
}
