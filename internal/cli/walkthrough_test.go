package cli_test

import (
	"archive/zip"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/webhook"
)

// walkthroughAddr is the address of the service in the walk-through.
const walkthroughAddr = "127.0.0.1:8080"

// TestWalkThrough runs the first command of README.md and the shell blocks of docs/walkthrough.md in order, as one
// session. The service gets a free port.
func TestWalkThrough(t *testing.T) {
	t.Parallel()
	testkit.Programs(t, "sh", "curl", "openssl")
	walkthrough, err := os.ReadFile("../../docs/walkthrough.md")
	require.NoError(t, err)
	blocks := []string{firstCommand(t)}
	for _, block := range shellBlocks(t, "docs/walkthrough.md") {
		blocks = append(blocks, "echo '== "+firstLine(block)+"'\n"+block)
	}
	require.Len(t, blocks, 7, "the README's, start, convert, poll and download, correct, verify, stop")

	dir := folderWithSample(t)
	out := walkWithService(t, dir, strings.Join(blocks, ""))

	require.Contains(t, out, "\ngenuine\n")
	require.Regexp(t, `team +starter +prd +laptop +good`, out)
	require.Contains(t, out, `"status":"completed"`)
	var sync client.Conversion
	answer, err := os.ReadFile(filepath.Join(dir, "sample.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(answer, &sync))
	require.Equal(t, client.StatusCompleted, sync.Status)
	require.Equal(t, "A Short Walk on the Shore", sync.Metadata.Title)
	for _, name := range []string{"corrected.json", "judged.json"} {
		var judged client.Conversion
		answer, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(answer, &judged))
		require.Contains(t, *judged.HTML, `data-judged-by="Ann Fox"`, name)
	}
	archive, err := zip.OpenReader(filepath.Join(dir, "sample.zip"))
	require.NoError(t, err)
	defer archive.Close()
	require.Equal(t, "index.html", archive.File[0].Name)
	html, err := os.ReadFile(filepath.Join(dir, "sample.html"))
	require.NoError(t, err)
	require.Contains(t, string(html), "A Short Walk on the Shore")
	checkDelivery(t, string(walkthrough), filepath.Join(dir, "body.json"))
}

// walk runs the commands of a document in a folder, as one session that ends with the first failure. It returns
// their output.
func walk(t *testing.T, dir, commands string, env ...string) string {
	t.Helper()
	session := exec.CommandContext(t.Context(), "sh", "-eu")
	session.Stdin = strings.NewReader(commands)
	session.Dir = dir
	session.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}, env...)
	session.WaitDelay = time.Minute // the service of a failed session keeps its output open
	out, err := session.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// walkWithService is walk for commands that start and end a service. Its process is $service. It gets a free port.
func walkWithService(t *testing.T, dir, commands string) string {
	t.Helper()
	const cleanup = "trap '[ -z \"${service-}\" ] || kill $service 2>/dev/null || :' EXIT\n"
	const ended = "\nwait $service || :\n" // the service keeps its output open until then
	addr := freeAddr(t)
	return walk(t, dir, cleanup+strings.ReplaceAll(commands, walkthroughAddr, addr)+ended, "PAGELIFT_ADDR="+addr, "PAGELIFT_WORKERS=1")
}

// firstCommand returns the first command of the README, with a built program in place of go run.
func firstCommand(t *testing.T) string {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	m := regexp.MustCompile(`(?m)^    go run \./cmd/(pagelift .*?) +# needs only Go`).FindSubmatch(readme)
	require.NotNil(t, m, "README.md begins with go run ./cmd/pagelift")
	return string(m[1]) + "\n"
}

// checkDelivery verifies in Go what openssl has verified.
func checkDelivery(t *testing.T, walkthrough, bodyFile string) {
	value := func(name string) string {
		m := regexp.MustCompile(`(?m)^` + name + `=(.*)$`).FindStringSubmatch(walkthrough)
		require.NotNil(t, m, name)
		return m[1]
	}
	body, err := os.ReadFile(bodyFile)
	require.NoError(t, err)
	event, err := webhook.Verify(http.Header{
		"X-Service-Signature": {value("signature")}, "X-Service-Timestamp": {value("timestamp")},
	}, body, []string{value("secret")}, webhook.Options{Now: func() time.Time { return time.Unix(1768473000, 0) }})
	require.NoError(t, err)
	require.Equal(t, "conv_sample", event.ConversionID)
}

// freeAddr returns an address at which nothing listens.
func freeAddr(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.ReplaceAll(line, "'", "")
}
