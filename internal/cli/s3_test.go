package cli_test

import (
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// TestServeWithS3 keeps the documents of a service with a real S3 server, the program of the
// tool module deploy/s3 that make soak builds.
func TestServeWithS3(t *testing.T) {
	t.Parallel()
	program := os.Getenv("PAGELIFT_TEST_S3")
	if program == "" {
		t.Skip("PAGELIFT_TEST_S3 names no versitygw; make soak builds one")
	}
	root, addr := t.TempDir(), freeAddr(t)
	require.NoError(t, os.Mkdir(filepath.Join(root, "pagelift"), 0o755)) // a bucket
	s3 := exec.CommandContext(t.Context(), program, "--access", "key", "--secret", "secret", "--port", addr, "posix", root)
	require.NoError(t, s3.Start())
	t.Cleanup(func() { _ = s3.Process.Kill(); _ = s3.Wait() })
	require.Eventually(t, func() bool {
		conn, err := net.Dial("tcp", addr)
		return err == nil && conn.Close() == nil
	}, 30*time.Second, 20*time.Millisecond)

	t.Run("scripts", func(t *testing.T) { // which run in parallel, and have ended with this
		testscript.Run(t, testscript.Params{
			Dir: "testdata/s3",
			Setup: func(env *testscript.Env) error {
				serve(env)
				env.Values[runningKey{}] = new(*running)
				env.Setenv("PAGELIFT_BUCKET_URL", "s3://pagelift?endpoint=http://"+addr+"&region=us-east-1&use_path_style=true")
				env.Setenv("AWS_ACCESS_KEY_ID", "key")
				env.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
				return nil
			},
			Cmds: commands,
		})
	})
	var left []string
	require.NoError(t, fs.WalkDir(os.DirFS(filepath.Join(root, "pagelift")), ".", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			left = append(left, path)
		}
		return err
	}))
	require.NotEmpty(t, left)
	for _, name := range left {
		require.True(t, strings.HasPrefix(name, "results/"), "%s: uploads are gone, and the doctor's probes", name)
	}
}
