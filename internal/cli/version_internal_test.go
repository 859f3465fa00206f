package cli

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBuildIsReadFromItsStamp: a release has its tag and commit, other builds have what is stamped into them.
func TestBuildIsReadFromItsStamp(t *testing.T) {
	t.Parallel()
	stamp := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	date := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-27T08:00:00Z"}
	for _, c := range []struct {
		name          string
		info          *debug.BuildInfo
		version, rest string
	}{
		{"a release", stamp("v0.9.0", revision, date), "v0.9.0", " 0123456789ab of 2026-11-27"},
		{"local changes", stamp("v0.9.0+dirty", revision, date, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), "v0.9.0+dirty", " 0123456789ab of 2026-11-27, modified"},
		{"go install, which has no repository", stamp("v0.9.0"), "v0.9.0", ""},
		{"a build of a test", stamp(""), "(devel)", ""},
	} {
		b := build{Version: "(devel)"}
		b.read(c.info)
		require.Equal(t, c.version, b.Version, c.name)
		require.Equal(t, c.rest, b.suffix(), c.name)
	}
}
