package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestThresholdsBecomeVariables has one of each place in which a threshold is used: as
// itself, in an expression that the compiler folds, of another type, in a struct; and
// those that must stay what they are.
func TestThresholdsBecomeVariables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("go.mod", "module example.org/engine\n\ngo 1.26.0\n")
	write("tuning.go", `package main

const (
	gap     = 0.5 // used as float32, and in a folded expression
	rows    = 3
	side    = 4   // of an array
	base    = 2.0 // of another constant
	derived = base * 2
	unused  = 7
	flags   = 1 << 4
)

type cost struct {
	before float64
	times  int
}

var costs = []cost{{before: 1.5, times: 2}, {before: 2.5, times: 3}}
`)
	write("main.go", `package main

import "fmt"

const odd = 9 // a whole number is rather a code where nothing says threshold

// Thresholds, in rows.
const (
	few = 2
)

func main() {
	var f float32 = 2*gap + 1
	var grid [side]int
	for range rows {
		grid[0]++
	}
	fmt.Println(f, grid[0], f < gap, derived, costs[1].before, costs[0].times, odd, flags, few)
}
`)
	ctx := context.Background()
	tree, err := load(ctx, dir, []string{"."})
	require.NoError(t, err)
	list, fixed := tree.thresholds()
	var names []string
	for _, th := range list {
		names = append(names, th.name)
	}
	require.Equal(t, []string{"..costs.before", "..costs.before#2", "..costs.times", "..costs.times#2", "..few", "..gap", "..rows"}, names)
	require.Equal(t, 3, fixed, "side, base, unused")

	overlay := filepath.Join(dir, "overlay.json")
	out := t.TempDir()
	_, err = tree.rewrite(out, overlay, list)
	require.NoError(t, err)
	program := filepath.Join(out, "engine")
	_, err = goCommand(ctx, dir, "build", "-overlay", overlay, "-o", program, ".")
	require.NoError(t, err)
	for mutant, want := range map[string]string{
		"":                     "2 3 false 4 2.5 2 9 16 2\n",
		"..gap=3":              "7 3 false 4 2.5 2 9 16 2\n",
		"..rows=5":             "2 5 false 4 2.5 2 9 16 2\n",
		"..costs.before#2=.25": "2 3 false 4 0.25 2 9 16 2\n",
		"..costs.times=1":      "2 3 false 4 2.5 1 9 16 2\n",
	} {
		cmd := exec.CommandContext(ctx, program)
		cmd.Env = append(os.Environ(), mutantEnv+"="+mutant)
		got, err := cmd.Output()
		require.NoError(t, err)
		require.Equal(t, want, string(got), mutant)
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value float64
		whole bool
		more  float64
		less  float64
	}{{0.5, false, .75, .3}, {10, true, 15, 6}, {1, true, 2, 0}, {2, true, 3, 1}, {-4, false, -6, -2.4}} {
		th := threshold{value: c.value, whole: c.whole}
		require.InDelta(t, c.more, th.times(1.5), 1e-9)
		require.InDelta(t, c.less, th.times(.6), 1e-9)
	}
}

func TestTheListGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	s := settings{seed: 7, out: filepath.Join(t.TempDir(), "list.tsv")}
	done, err := s.done()
	require.NoError(t, err)
	require.Empty(t, done)
	require.NoError(t, s.add([]string{"a.go:1", "x.one", "2", "nothing, 0 moved", "nothing, 0 moved", "SURVIVED"}))
	require.NoError(t, s.add([]string{"a.go:2", "x.two", "3", "tests: TestX", "nothing, 0 moved", "noticed"}))
	done, err = s.done()
	require.NoError(t, err)
	require.True(t, done["x.one"] && done["x.two"])
	again := settings{again: s.out}
	survivors, err := again.survivors()
	require.NoError(t, err)
	require.Equal(t, map[string]bool{"x.one": true}, survivors)
	s.seed = 8
	_, err = s.done()
	require.ErrorContains(t, err, "another seed")
}

func TestRoomsAreDefendedByThePackageAroundThem(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	room := filepath.Join(dir, "engine", "internal", "room")
	require.NoError(t, os.MkdirAll(room, 0o755))
	p := &pkg{path: "example.org/engine/internal/room", dir: room}
	_, _, ok := testsOf(p)
	require.False(t, ok, "nobody has tests")

	require.NoError(t, os.WriteFile(filepath.Join(dir, "engine", "engine_test.go"), nil, 0o600))
	path, folder, ok := testsOf(p)
	require.True(t, ok)
	require.Equal(t, "example.org/engine", path)
	require.Equal(t, filepath.Join(dir, "engine"), folder)

	require.NoError(t, os.WriteFile(filepath.Join(room, "room_test.go"), nil, 0o600))
	path, folder, _ = testsOf(p)
	require.Equal(t, p.path, path)
	require.Equal(t, room, folder)
}
