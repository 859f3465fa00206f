package cli_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// TestServeWithS3 keeps the documents of a service with a real S3 server.
func TestServeWithS3(t *testing.T) {
	t.Parallel()
	s3 := testkit.StartS3(t)
	t.Run("scripts", func(t *testing.T) { // the scripts run in parallel, and have ended when this returns
		testscript.Run(t, testscript.Params{
			Dir: "testdata/s3",
			Setup: func(env *testscript.Env) error {
				serve(env)
				env.Values[runningKey{}] = new(*running)
				env.Setenv("PAGELIFT_BUCKET_URL", "s3://"+s3.Bucket+"?endpoint="+s3.URL+"&region=us-east-1&use_path_style=true")
				env.Setenv("AWS_ACCESS_KEY_ID", s3.Key)
				env.Setenv("AWS_SECRET_ACCESS_KEY", s3.Secret)
				return nil
			},
			Cmds: commands,
		})
	})
	var left []string
	require.NoError(t, fs.WalkDir(os.DirFS(s3.Dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			left = append(left, path)
		}
		return err
	}))
	require.NotEmpty(t, left)
	for _, name := range left {
		kept := strings.HasPrefix(name, "results/") || strings.HasPrefix(name, "service/")
		require.True(t, kept, "%s: uploads are gone, and the doctor's probes", name)
	}
}
