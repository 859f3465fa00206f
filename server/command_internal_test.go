package server

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// TestCommandsDoNotShowTheAddressOfADocument: the address may be signed.
func TestCommandsDoNotShowTheAddressOfADocument(t *testing.T) {
	t.Parallel()
	o := &order{Options: worker.NewOptions(convert.DefaultOptions()), Corrected: true}
	c := &store.Conversion{InputFile: "a;b.pdf", InputURL: "https://files.example/a;b.pdf?signature=secret"}
	commands := commandsOf(c, o, "https://pagelift.example", true)
	require.Len(t, commands, 3)
	for _, c := range commands {
		require.NotContains(t, c.Text, "secret")
		require.NotContains(t, c.Text, "FileAt")
	}
	require.Contains(t, commands[0].Text, `-F "url=$DOCUMENT_URL"`)
	require.Contains(t, commands[0].Text, `-F 'corrections=<"a;b.corrections.yaml"'`)
	require.Contains(t, commands[1].Text, `URL: os.Getenv("DOCUMENT_URL")`)
	require.Contains(t, commands[2].Text, `pagelift convert 'a;b.pdf' -o 'a;b.html'`)
}
