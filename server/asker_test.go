package server_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// askerEnv makes the test program a client that sends one request for a conversion after the other. Its value is
// the address of the service. The other variables say what the client sends.
const (
	askerEnv     = "PAGELIFT_ASKER"
	askerKeyEnv  = "PAGELIFT_ASKER_KEY"
	askerBodyEnv = "PAGELIFT_ASKER_BODY" // a file
	askerKindEnv = "PAGELIFT_ASKER_KIND" // its content type
)

// newAsker starts a client of the service in a process of its own. The function that it returns makes the client
// send n requests for the sample, and returns the processor time that they cost the client.
func newAsker(b *testing.B, r *rig) func(n int) time.Duration {
	form, kind := sampleForm(b, "sample.pdf")
	body := filepath.Join(b.TempDir(), "form")
	require.NoError(b, os.WriteFile(body, form, 0o600))
	program, err := os.Executable()
	require.NoError(b, err)
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), askerEnv+"="+r.http.URL+"/v1/convert/pdf-to-html",
		askerKeyEnv+"="+r.key, askerBodyEnv+"="+body, askerKindEnv+"="+kind)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(b, err)
	out, err := cmd.StdoutPipe()
	require.NoError(b, err)
	require.NoError(b, cmd.Start())
	b.Cleanup(func() {
		require.NoError(b, in.Close())
		require.NoError(b, cmd.Wait())
	})
	answers, before := bufio.NewScanner(out), time.Duration(0)
	return func(n int) time.Duration {
		_, err := fmt.Fprintln(in, n)
		require.NoError(b, err)
		require.True(b, answers.Scan(), "the client has ended: %v", answers.Err())
		used, err := time.ParseDuration(answers.Text())
		require.NoError(b, err)
		used, before = used-before, used
		return used
	}
}

// ask is the client's main loop. For each number that it reads from in it sends that many requests, and writes to
// out the processor time that the process has used so far.
func ask(in io.Reader, out io.Writer) error {
	body, err := os.ReadFile(os.Getenv(askerBodyEnv))
	if err != nil {
		return err
	}
	orders := bufio.NewScanner(in)
	for orders.Scan() {
		n, err := strconv.Atoi(orders.Text())
		if err != nil {
			return err
		}
		for range n {
			if err := askOnce(body); err != nil {
				return err
			}
		}
		used, err := usedTime()
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, used); err != nil {
			return err
		}
	}
	return orders.Err()
}

// askOnce makes one request and reads its answer.
func askOnce(body []byte) error {
	req, err := http.NewRequest(http.MethodPost, os.Getenv(askerEnv), bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+os.Getenv(askerKeyEnv))
	req.Header.Set("Content-Type", os.Getenv(askerKindEnv))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	if resp.StatusCode != http.StatusOK {
		err = errors.Join(err, errors.New(resp.Status))
	}
	return errors.Join(err, resp.Body.Close())
}
