// Package lint_test reads the Dockerfile and the compose file as their own engines do, where
// none runs. It is a module of its own so that no user of pagelift downloads what it needs.
package lint_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/stretchr/testify/require"
)

// stages parses the Dockerfile; a warning of the parser is an error.
func stages(t *testing.T) []instructions.Stage {
	f, err := os.Open("../Dockerfile")
	require.NoError(t, err)
	defer f.Close()
	parsed, err := parser.Parse(f)
	require.NoError(t, err)
	require.Empty(t, parsed.Warnings)
	stages, _, err := instructions.Parse(parsed.AST, nil)
	require.NoError(t, err)
	return stages
}

// only is the one instruction of a kind in a stage.
func only[T any](t *testing.T, s instructions.Stage) (found T) {
	n := 0
	for _, c := range s.Commands {
		if i, ok := c.(T); ok {
			found = i
			n++
		}
	}
	require.Equal(t, 1, n, "%T in stage %s", found, s.Name)
	return found
}

// sources are the files of the build that a stage copies.
func sources(s instructions.Stage) (out []string) {
	for _, c := range s.Commands {
		if c, ok := c.(*instructions.CopyCommand); ok && c.From == "" {
			out = append(out, c.SourcePaths...)
		}
	}
	return out
}

func TestDockerfile(t *testing.T) {
	t.Parallel()
	all := stages(t)
	require.Len(t, all, 3)
	build, images := all[0], all[1:]
	require.Equal(t, "build", build.Name)
	for _, name := range sources(build) {
		_, err := os.Stat(filepath.Join("../..", name))
		require.NoError(t, err, "COPY %s", name)
	}
	mod, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	version := strings.TrimPrefix(strings.SplitN(build.BaseName, "-", 2)[0], "golang:")
	require.Contains(t, string(mod), "\ngo "+version+".", "the compiler of the image is the one of the module")

	require.Equal(t, "service", images[1].Name, "what is built without a target")
	require.True(t, strings.HasPrefix(images[1].BaseName, "gcr.io/distroless/static-"), images[1].BaseName)
	for _, s := range images {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, "65532:65532", only[*instructions.UserCommand](t, s).User, "not root")
			require.Equal(t, "SIGTERM", only[*instructions.StopSignalCommand](t, s).Signal)
			require.Equal(t, []string{"/data"}, only[*instructions.VolumeCommand](t, s).Volumes)
			require.Equal(t, []string{"8080"}, only[*instructions.ExposeCommand](t, s).Ports)
			entry := only[*instructions.EntrypointCommand](t, s)
			require.False(t, entry.PrependShell, "there is no shell, and signals go to the program")
			require.Equal(t, []string{"serve"}, []string(only[*instructions.CmdCommand](t, s).CmdLine))
			health := only[*instructions.HealthCheckCommand](t, s).Health
			require.Equal(t, []string{"CMD", entry.CmdLine[0], "doctor", "--url", "http://127.0.0.1:8080"}, health.Test)
			env := only[*instructions.EnvCommand](t, s).Env
			require.True(t, slices.ContainsFunc(env, func(kv instructions.KeyValuePair) bool {
				return kv.Key == "PAGELIFT_DATA" && kv.Value == "/data"
			}))
		})
	}
}

// compose loads the compose file with the environment given.
func compose(t *testing.T, env map[string]string) (*types.Project, error) {
	file, err := filepath.Abs("../compose.yaml")
	require.NoError(t, err)
	return loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir:  filepath.Dir(file),
		ConfigFiles: []types.ConfigFile{{Filename: file}},
		Environment: env,
	})
}

func TestCompose(t *testing.T) {
	t.Parallel()
	_, err := compose(t, nil)
	require.ErrorContains(t, err, "PAGELIFT_DB_PASSWORD", "no password is one that everybody knows")
	project, err := compose(t, map[string]string{"PAGELIFT_DB_PASSWORD": "not-a-secret"})
	require.NoError(t, err)

	names := project.ServiceNames()
	require.ElementsMatch(t, []string{"pagelift", "database"}, names)
	for name, s := range project.Services {
		require.NotNil(t, s.HealthCheck, name)
		require.NotEmpty(t, s.Volumes, name)
		for _, v := range s.Volumes {
			require.Contains(t, project.Volumes, v.Source, name)
		}
	}
	service := project.Services["pagelift"]
	require.Equal(t, types.ServiceConditionHealthy, service.DependsOn["database"].Condition)
	require.Contains(t, *service.Environment["PAGELIFT_DATABASE_URL"], "postgres://pagelift:not-a-secret@database:5432/pagelift")
	require.True(t, service.ReadOnly)

	dockerfile := filepath.Join(service.Build.Context, service.Build.Dockerfile)
	_, err = os.Stat(dockerfile)
	require.NoError(t, err)
	all := stages(t)
	i := slices.IndexFunc(all, func(s instructions.Stage) bool { return s.Name == service.Build.Target })
	require.GreaterOrEqual(t, i, 0, "there is no stage %s", service.Build.Target)
	require.Equal(t, only[*instructions.HealthCheckCommand](t, all[i]).Health.Test, []string(service.HealthCheck.Test))
}
