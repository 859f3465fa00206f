package cli_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
)

const (
	// steadyTime is how long TestSteady works, unless PAGELIFT_SOAK_TIME sets it. The first third is not judged:
	// caches fill, and the collector adapts.
	steadyTime = time.Hour

	// steadyPages is how many pages its document has, unless PAGELIFT_SOAK_DOCUMENT names a file.
	steadyPages = 1000

	// steadyPause is the time between two measurements of the processes.
	steadyPause = 30 * time.Second

	// steadyBlocks is how many means a trend is computed from. Measurements that follow each other are much alike.
	// Means of some minutes are not, so their scatter says how certain the trend is.
	steadyBlocks = 10

	// steadyGrowth is the least growth in MB that can be told from none in an hour on a busy machine. With that
	// growth a service of --workers 2 would take months to fill the memory that docs/operating.md gives it.
	steadyGrowth = 8

	// steadyDisk is how much the folder may grow in an hour, in MB. Records of deleted conversions take some
	// kilobytes each, and the database does not reuse free pages at once.
	steadyDisk = 16
)

// steadyLook is one measurement of the service. Sizes are in MB, of a million bytes.
type steadyLook struct {
	at                                   time.Duration
	conversions                          int64
	resident, peak, private, heap        float64 // of the service; private: without what is mapped from files
	workers, largest                     float64 // resident, of all workers and of the largest
	disk                                 float64 // of the folder
	goroutines, files, threads, children float64
}

// TestSteady converts documents of a thousand pages again and again, as HTML, as facsimiles and in other forms,
// and deletes the results. The service holds no more at the end than after its first minutes.
func TestSteady(t *testing.T) {
	if !testkit.Soak() {
		t.Skip("make soak runs it, for it takes an hour")
	}
	lasts := steadyTime
	if text := os.Getenv("PAGELIFT_SOAK_TIME"); text != "" {
		var err error
		lasts, err = time.ParseDuration(text)
		require.NoError(t, err)
	}
	require.GreaterOrEqual(t, lasts, 2*steadyBlocks*steadyPause, "too short for a trend")
	document := (&order{number: 1}).document(steadyPages - 1)
	if name := os.Getenv("PAGELIFT_SOAK_DOCUMENT"); name != "" {
		var err error
		document, err = os.ReadFile(name)
		require.NoError(t, err)
	}
	program := filepath.Join(t.TempDir(), "pagelift") // the program, because the test program takes more memory
	build := exec.Command("go", "build", "-o", program, "../../cmd/pagelift")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)

	data := t.TempDir()
	const token = "steady-token-of-32-characters-xx"
	p := startProgram(t, program, data, filepath.Join(data, "pagelift.db"), testKey(), "--metrics-token", token)
	c, err := client.New(p.key, client.Config{BaseURL: p.url})
	require.NoError(t, err)

	begin := time.Now()
	var done atomic.Int64
	var turns [3]atomic.Int64
	var clients sync.WaitGroup
	for first := range 2 {
		clients.Go(func() {
			for n := first; time.Since(begin) < lasts; n++ {
				if err := steadyTurn(t, c, document, n%len(turns)); err != nil {
					t.Errorf("turn %d: %v", n, err)
					return
				}
				done.Add(1)
				turns[n%len(turns)].Add(1)
			}
		})
	}
	table, err := os.Create(filepath.Join(t.ArtifactDir(), "steady.tsv"))
	require.NoError(t, err)
	defer table.Close()
	_, err = fmt.Fprintln(table, "seconds\tconversions\tresident\tpeak\tprivate\theap\tworkers\tlargest\tdisk\tgoroutines\tfiles\tthreads\tchildren")
	require.NoError(t, err)
	var looks []steadyLook
	for next := steadyPause; next <= lasts; next += steadyPause {
		time.Sleep(time.Until(begin.Add(next)))
		l := steadyLook{at: time.Since(begin), conversions: done.Load()}
		require.NoError(t, l.look(p, data, token))
		_, err := fmt.Fprintf(table, "%.0f\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.0f\t%.0f\t%.0f\t%.0f\n", l.at.Seconds(), l.conversions, l.resident, l.peak, l.private,
			l.heap, l.workers, l.largest, l.disk, l.goroutines, l.files, l.threads, l.children)
		require.NoError(t, err)
		looks = append(looks, l)
	}
	clients.Wait()
	require.NotZero(t, done.Load())
	t.Logf("%d conversions: %d HTML, %d as the pages look, %d md, json and epub", done.Load(), turns[0].Load(), turns[1].Load(), turns[2].Load())

	judged := looks[len(looks)/3:]
	for _, m := range []struct {
		name string
		most float64 // growth in an hour; NaN: not bounded
		of   func(steadyLook) float64
	}{
		{"service, resident, MB", steadyGrowth, func(l steadyLook) float64 { return l.resident }},
		{"service, private, MB", steadyGrowth, func(l steadyLook) float64 { return l.private }},
		{"service, heap, MB", steadyGrowth, func(l steadyLook) float64 { return l.heap }},
		{"service, goroutines", 4, func(l steadyLook) float64 { return l.goroutines }},
		{"service, files", 4, func(l steadyLook) float64 { return l.files }},
		{"service, threads", 4, func(l steadyLook) float64 { return l.threads }},
		{"workers, resident, MB", 4 * steadyGrowth, func(l steadyLook) float64 { return l.workers }}, // a worker may be in the midst of a document or not
		{"folder, MB", steadyDisk, func(l steadyLook) float64 { return l.disk }},
	} {
		var hours, values []float64
		for _, l := range judged {
			hours, values = append(hours, l.at.Hours()), append(values, m.of(l))
		}
		mean, slope, spread := trend(hours, values, steadyBlocks)
		t.Logf("%-24s %8.2f on the average, %+.2f an hour (± %.2f)", m.name, mean, slope, spread)
		if slope-2*spread > m.most {
			t.Errorf("%s: grows by %.2f an hour, more than %g", m.name, slope, m.most)
		}
	}
	t.Logf("peak of the service: %.1f MB; of the largest worker at a look: %.1f MB", looks[len(looks)-1].peak, largest(looks))
	page, err := c.Conversions.List(t.Context(), client.ConversionQuery{})
	require.NoError(t, err)
	require.Empty(t, page.Data, "all conversions are deleted")
	p.end(t)
	require.NotContains(t, p.logs.String(), "panic")
	require.Empty(t, leftOver(t, filepath.Join(data, "tmp")))
}

// steadyTurn converts the document in one of three ways, fetches the result and deletes it.
func steadyTurn(t *testing.T, c *client.Client, document []byte, way int) error {
	var o client.Options
	switch way {
	case 1:
		yes := true
		o.PreserveFormatting = &yes
	case 2:
		o.Formats = []string{"md", "json", "epub"}
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(document)), nil }
	v, err := c.Conversions.Start(t.Context(), client.ConvertRequest{File: client.File{Name: "a.pdf", Open: open, Size: int64(len(document))}, Options: o})
	if err != nil {
		return err
	}
	if _, err := c.Conversions.Wait(t.Context(), v.ID); err != nil {
		return err
	}
	if _, err := c.Conversions.Download(t.Context(), v.ID, io.Discard); err != nil {
		return err
	}
	return c.Conversions.Delete(t.Context(), v.ID)
}

// look measures the service, its workers and its folder.
func (l *steadyLook) look(p *process, data, token string) error {
	own, err := statusOf(p.Process.Pid)
	if err != nil {
		return err
	}
	l.resident, l.peak, l.private, l.threads = own["VmRSS"]/1e6, own["VmHWM"]/1e6, own["RssAnon"]/1e6, own["Threads"]
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.Process.Pid))
	if err != nil {
		return err
	}
	l.files = float64(len(open))
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", p.Process.Pid))
	if err != nil {
		return err
	}
	for _, name := range threads {
		text, err := os.ReadFile(name)
		if err != nil { // the thread has ended
			continue
		}
		for pid := range strings.FieldsSeq(string(text)) {
			n, err := strconv.Atoi(pid)
			if err != nil {
				return err
			}
			worker, err := statusOf(n)
			if err != nil { // the process was just replaced
				continue
			}
			l.children++
			l.workers += worker["VmRSS"] / 1e6
			l.largest = max(l.largest, worker["VmHWM"]/1e6)
		}
	}
	err = filepath.WalkDir(data, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil // the file was deleted meanwhile
		}
		if info, err := e.Info(); err == nil {
			l.disk += float64(info.Size()) / 1e6
		}
		return nil
	})
	if err != nil {
		return err
	}
	r, err := http.NewRequest(http.MethodGet, p.url+"/metrics", nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), " ")
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue // a comment
		}
		switch name {
		case "go_goroutines":
			l.goroutines = value
		case "go_memstats_heap_inuse_bytes":
			l.heap = value / 1e6
		}
	}
	if l.goroutines == 0 || l.heap == 0 {
		return fmt.Errorf("/metrics: %s", answer.Status)
	}
	return nil
}

// statusOf reads the status of a process from the system: sizes in bytes, and numbers.
func statusOf(pid int) (map[string]float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return nil, err
	}
	values := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		name, rest, _ := strings.Cut(line, ":")
		words := strings.Fields(rest)
		if len(words) == 0 {
			continue
		}
		v, err := strconv.ParseFloat(words[0], 64)
		if err != nil {
			continue
		}
		if len(words) == 2 && words[1] == "kB" {
			v *= 1024
		}
		values[name] = v
	}
	return values, nil
}

func largest(looks []steadyLook) (most float64) {
	for _, l := range looks {
		most = max(most, l.largest)
	}
	return most
}

// trend returns the mean of values, the slope of the line through the means of consecutive blocks of them, and the
// standard error of that slope.
func trend(x, y []float64, blocks int) (mean, slope, spread float64) {
	blocks = min(blocks, len(x))
	var bx, by []float64
	for i := range blocks {
		from, to := i*len(x)/blocks, (i+1)*len(x)/blocks
		bx, by = append(bx, average(x[from:to])), append(by, average(y[from:to]))
	}
	mx, my := average(bx), average(by)
	var xx, xy float64
	for i := range bx {
		xx += (bx[i] - mx) * (bx[i] - mx)
		xy += (bx[i] - mx) * (by[i] - my)
	}
	slope = xy / xx
	var rest float64
	for i := range bx {
		d := by[i] - my - slope*(bx[i]-mx)
		rest += d * d
	}
	return average(y), slope, math.Sqrt(rest / float64(blocks-2) / xx)
}

func average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func TestTrend(t *testing.T) {
	t.Parallel()
	var x, y []float64
	for i := range 80 {
		x = append(x, float64(i))
		y = append(y, 3+2*float64(i)+float64(i%2)) // the means do not show what alternates
	}
	mean, slope, spread := trend(x, y, 10)
	require.InDelta(t, 3+2*39.5+.5, mean, 1e-9)
	require.InDelta(t, 2, slope, 1e-9)
	require.InDelta(t, 0, spread, 1e-9)

	steps := []float64{0, 1, 0, 1, 0, 1} // no significant trend
	_, slope, spread = trend([]float64{0, 1, 2, 3, 4, 5}, steps, 6)
	require.InDelta(t, 3.0/35, slope, 1e-9)
	require.InDelta(t, .14, spread, .001)
}
