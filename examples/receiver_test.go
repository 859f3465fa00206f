package examples_test

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/webhook"
	"github.com/pagelift/pagelift/webhook/webhooktest"
)

func TestReceiverPrintsWhatIsDelivered(t *testing.T) {
	t.Parallel()
	secret := webhook.NewSecret()
	cmd := exec.Command(build(t, "receiver"), "-addr", "localhost:0")
	cmd.Env = append(os.Environ(), "PAGELIFT_WEBHOOK_SECRETS="+webhook.NewSecret()+","+secret)
	var printed strings.Builder
	cmd.Stdout = &printed
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })

	line, err := bufio.NewReader(stderr).ReadString('\n')
	require.NoError(t, err)
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	require.True(t, ok, line)
	post := func(kind webhook.Kind, secret string) int {
		r, err := webhooktest.NewRequest(address, webhook.Sample(kind, time.Now()), secret, webhooktest.Options{})
		require.NoError(t, err)
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		return response.StatusCode
	}
	require.Equal(t, http.StatusNoContent, post(webhook.ConversionCompleted, secret))
	require.Equal(t, http.StatusNoContent, post(webhook.ConversionCompleted, secret), "a duplicate")
	require.Equal(t, http.StatusUnauthorized, post(webhook.ConversionFailed, webhook.NewSecret()))

	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Wait(), "the program ends without an error")
	require.Equal(t, "conv_sample: 2 pages, https://example.com/v1/conversions/conv_sample/download\n", printed.String())
}

func TestReceiverNeedsASecret(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(build(t, "receiver"))
	cmd.Env = append(os.Environ(), "PAGELIFT_WEBHOOK_SECRETS=")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "PAGELIFT_WEBHOOK_SECRETS: webhook: invalid_secret")
}
