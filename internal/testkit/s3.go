package testkit

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// S3 is a real S3 server that runs for a test.
type S3 struct {
	URL         string
	Bucket, Dir string // name of a bucket, and the folder in which its objects are files
	Key, Secret string
}

// StartS3 starts the server that PAGELIFT_TEST_S3 names: a program of the tool module deploy/s3, which make soak
// builds. Without the variable the test is skipped.
func StartS3(t *testing.T) S3 {
	t.Helper()
	program := os.Getenv("PAGELIFT_TEST_S3")
	if program == "" {
		t.Skip("PAGELIFT_TEST_S3 names no versitygw; make soak builds one")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	addr := l.Addr().String()
	require.NoError(t, l.Close())
	root := t.TempDir()
	s := S3{URL: "http://" + addr, Bucket: "pagelift", Dir: filepath.Join(root, "pagelift"), Key: "key", Secret: "secret"}
	require.NoError(t, os.Mkdir(s.Dir, 0o755))
	server := exec.CommandContext(t.Context(), program, "--access", s.Key, "--secret", s.Secret, "--port", addr, "posix", root)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	require.Eventually(t, func() bool {
		conn, err := net.Dial("tcp", addr)
		return err == nil && conn.Close() == nil
	}, 30*time.Second, 20*time.Millisecond)
	return s
}
