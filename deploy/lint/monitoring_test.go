//go:build cluster

package lint_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
	"github.com/stretchr/testify/require"
)

// ofTheScrape are labels that Prometheus adds to every series.
var ofTheScrape = []string{"job", "instance"}

// series are the labels of each series of docs/metrics.md; a test of package server holds it against the service.
// Histograms have three names.
func series(t *testing.T) map[string][]string {
	all := map[string][]string{"up": ofTheScrape}
	for _, m := range regexp.MustCompile("(?m)^\\| `(pagelift_[a-z_]+)` \\| ([a-z]+) \\| ?([^|]*?) ?\\|").FindAllStringSubmatch(read(t, "docs/metrics.md"), -1) {
		named := slices.Clone(ofTheScrape)
		for _, l := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(m[3], -1) {
			named = append(named, l[1])
		}
		if m[2] != "histogram" {
			all[m[1]] = named
			continue
		}
		all[m[1]+"_count"], all[m[1]+"_sum"] = named, named
		all[m[1]+"_bucket"] = append(slices.Clone(named), "le")
	}
	require.Greater(t, len(all), 15)
	return all
}

var ofProcesses = regexp.MustCompile(`^(go|process)_[a-z_]+$`)

// requireSeries parses an expression and checks that there is every series and label in it.
func requireSeries(t *testing.T, text string) {
	t.Helper()
	expr, err := parser.NewParser(parser.Options{}).ParseExpr(text)
	require.NoError(t, err, text)
	known := series(t)
	parser.Inspect(expr, func(n parser.Node, _ []parser.Node) error {
		switch n := n.(type) {
		case *parser.VectorSelector:
			named, ok := known[n.Name]
			if ofProcesses.MatchString(n.Name) && strings.Contains(read(t, "internal/metrics/process.go")+read(t, "internal/metrics/process_linux.go"), `"`+n.Name+`"`) {
				named, ok = ofTheScrape, true
			}
			require.True(t, ok, "there is no series %s", n.Name)
			for _, m := range n.LabelMatchers {
				require.True(t, m.Name == model.MetricNameLabel || slices.Contains(named, m.Name), "%s has no label %s", n.Name, m.Name)
			}
		case *parser.AggregateExpr:
			for _, name := range n.Grouping {
				require.True(t, slices.ContainsFunc(slices.Collect(maps.Values(known)), func(l []string) bool { return slices.Contains(l, name) }),
					"no series has the label %s", name)
			}
		}
		return nil
	})
}

// alerts are the rules by their names.
func alerts(t *testing.T) map[string]rulefmt.Rule {
	groups, errs := rulefmt.ParseFile("../prometheus/alerts.yaml", false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	require.Empty(t, errs)
	all := map[string]rulefmt.Rule{}
	for _, g := range groups.Groups {
		for _, r := range g.Rules {
			require.NotContains(t, all, r.Alert)
			all[r.Alert] = r
		}
	}
	return all
}

func TestAlerts(t *testing.T) {
	t.Parallel()
	all := alerts(t)
	page := read(t, "docs/operating.md")
	for name, r := range all {
		requireSeries(t, r.Expr)
		require.NotZero(t, r.For, "%s: one scrape is no alert", name)
		require.Contains(t, []string{"critical", "warning"}, r.Labels["severity"], name)
		require.NotEmpty(t, r.Annotations["summary"], name)
		require.Contains(t, page, "| `"+name+"` |", "what to do about it")
	}
	documented := regexp.MustCompile("(?m)^\\| `(Pagelift[A-Za-z]+)` \\|").FindAllStringSubmatch(page, -1)
	require.Len(t, documented, len(all))

	// The codes that count as ours are those of the interface with a status of 5xx.
	var ours []string
	for _, m := range regexp.MustCompile(`(?m)^\t// \w+ \(5\d\d\):(?:.*\n\t//)*.*\n\t\w+ Code = "(\w+)"`).FindAllStringSubmatch(read(t, "client/code.go"), -1) {
		ours = append(ours, m[1])
	}
	slices.Sort(ours)
	require.Contains(t, all["PageliftFailures"].Expr, `code=~"`+strings.Join(ours, "|")+`"`)
}

// TestAlertsFire evaluates the expressions of alerts on what a service in trouble shows, and on what one in order does.
func TestAlertsFire(t *testing.T) {
	t.Parallel()
	// Values of the last three hours, one a minute: from, and what each minute adds.
	quiet := map[string][2]float64{
		`up{job="pagelift",instance="a"}`:                                                                  {1, 0},
		`pagelift_conversions_waiting{job="pagelift",instance="a"}`:                                        {3, 0},
		`pagelift_conversions_running{job="pagelift",instance="a"}`:                                        {2, 0},
		`pagelift_queue_oldest_seconds{job="pagelift",instance="a"}`:                                       {1, 0},
		`pagelift_conversions_total{job="pagelift",instance="a",outcome="completed"}`:                      {0, 100},
		`pagelift_conversions_total{job="pagelift",instance="a",outcome="failed",code="invalid_document"}`: {0, 90},
		`pagelift_http_requests_total{job="pagelift",instance="a",route="/v1/usage",status="200"}`:         {0, 500},
		`pagelift_http_requests_total{job="pagelift",instance="a",route="/v1/usage",status="404"}`:         {0, 500},
		`pagelift_ready{job="pagelift",instance="a",check="storage"}`:                                      {1, 0},
		`pagelift_worker_restarts_total{job="pagelift",instance="a"}`:                                      {0, .02},
		`pagelift_fetches_waiting{job="pagelift",instance="a"}`:                                            {3, 0},
		`pagelift_fetches_running{job="pagelift",instance="a"}`:                                            {16, 0},
		`pagelift_deliveries_waiting{job="pagelift",instance="a"}`:                                         {5000, -1},
		`pagelift_webhook_attempt_seconds_count{job="pagelift",instance="a",outcome="ok"}`:                 {0, 100},
		`pagelift_webhook_attempt_seconds_count{job="pagelift",instance="a",outcome="dns"}`:                {0, 10},
	}
	trouble := map[string]map[string][2]float64{
		"PageliftDown":     {`up{job="pagelift",instance="a"}`: {0, 0}},
		"PageliftNotReady": {`pagelift_ready{job="pagelift",instance="a",check="storage"}`: {0, 0}},
		"PageliftDatabase": {`pagelift_conversions_waiting{job="pagelift",instance="a"}`: {-1, 0}},
		"PageliftQueueOld": {`pagelift_queue_oldest_seconds{job="pagelift",instance="a"}`: {0, 60}},
		"PageliftNothingConverted": {`pagelift_queue_oldest_seconds{job="pagelift",instance="a"}`: {0, 60},
			`pagelift_conversions_total{job="pagelift",instance="a",outcome="completed"}`: {1000, 0}},
		"PageliftFailures":       {`pagelift_conversions_total{job="pagelift",instance="a",outcome="failed",code="conversion_crashed"}`: {0, 30}},
		"PageliftServerErrors":   {`pagelift_http_requests_total{job="pagelift",instance="a",route="/v1/usage",status="500"}`: {0, 40}},
		"PageliftWorkersLost":    {`pagelift_worker_restarts_total{job="pagelift",instance="a"}`: {0, 1}},
		"PageliftNothingFetched": {`pagelift_fetches_running{job="pagelift",instance="a"}`: {0, 0}},
		"PageliftDeliveriesWait": {`pagelift_deliveries_waiting{job="pagelift",instance="a"}`: {0, 100}},
		"PageliftDeliveriesFail": {`pagelift_webhook_attempt_seconds_count{job="pagelift",instance="a",outcome="timeout"}`: {0, 200}},
	}
	all := alerts(t)
	require.ElementsMatch(t, slices.Collect(maps.Keys(all)), slices.Collect(maps.Keys(trouble)), "each has its trouble")
	for name, r := range all {
		require.Empty(t, evaluate(t, r.Expr, quiet), "%s: all is well", name)
		shown := maps.Clone(quiet)
		maps.Copy(shown, trouble[name])
		require.NotEmpty(t, evaluate(t, r.Expr, shown), name)
	}

	// How many are wanted: those that run, and those that wait if not only plans hold them back.
	wanted := build(t, withComponents(t)).scaled[workers].Spec.Triggers[0].Metadata["query"]
	for oldest, want := range map[float64]float64{0: 2, 10: 5} {
		shown := maps.Clone(quiet)
		shown[`pagelift_queue_oldest_seconds{job="pagelift",instance="a"}`] = [2]float64{oldest, 0}
		require.Equal(t, want, evaluate(t, wanted, shown)[0].F)
	}
}

// minutes is how long the series of evaluate are.
const minutes = 180

// evaluate evaluates an expression at the end of the minutes. A series that begins below 0 ended ten minutes ago.
func evaluate(t *testing.T, expr string, shown map[string][2]float64) promql.Vector {
	t.Helper()
	start := time.Unix(1_700_000_000, 0)
	var data memory
	for text, line := range shown {
		lset, err := parser.NewParser(parser.Options{}).ParseMetric(text)
		require.NoError(t, err)
		var points []chunks.Sample
		for i := range minutes + 1 {
			if line[0] < 0 && i > minutes-10 {
				break
			}
			points = append(points, sample{start.Add(time.Duration(i) * time.Minute).UnixMilli(), line[0] + float64(i)*line[1]})
		}
		data = append(data, storage.NewListSeries(lset, points))
	}
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1e6, Timeout: time.Minute, LookbackDelta: 5 * time.Minute})
	q, err := engine.NewInstantQuery(t.Context(), data, nil, expr, start.Add(minutes*time.Minute))
	require.NoError(t, err)
	defer q.Close()
	result := q.Exec(t.Context())
	require.NoError(t, result.Err)
	v, err := result.Vector()
	require.NoError(t, err)
	return slices.Clone(v)
}

// memory is a storage of series that are there already.
type memory []storage.Series

func (m memory) Querier(int64, int64) (storage.Querier, error) { return querier{m}, nil }

type querier struct{ all memory }

func (querier) LabelValues(context.Context, string, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (querier) LabelNames(context.Context, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (querier) Close() error { return nil }

func (q querier) Select(_ context.Context, _ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
	set := &found{}
	for _, s := range q.all {
		if !slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return !m.Matches(s.Labels().Get(m.Name)) }) {
			set.left = append(set.left, s)
		}
	}
	slices.SortFunc(set.left, func(a, b storage.Series) int { return labels.Compare(a.Labels(), b.Labels()) })
	return set
}

// found are series that were selected.
type found struct {
	left []storage.Series
	at   storage.Series
}

func (f *found) Next() bool {
	if len(f.left) == 0 {
		return false
	}
	f.at, f.left = f.left[0], f.left[1:]
	return true
}
func (f *found) At() storage.Series              { return f.at }
func (*found) Err() error                        { return nil }
func (*found) Warnings() annotations.Annotations { return nil }

// sample is a value at a time in milliseconds.
type sample struct {
	t int64
	f float64
}

func (s sample) T() int64                    { return s.t }
func (s sample) ST() int64                   { return 0 }
func (s sample) F() float64                  { return s.f }
func (sample) H() *histogram.Histogram       { return nil }
func (sample) FH() *histogram.FloatHistogram { return nil }
func (sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s sample) Copy() chunks.Sample         { return s }

// dashboard is what of Grafana's model the file has. Fields that are not here are a mistake.
type dashboard struct {
	Title         string   `json:"title"`
	UID           string   `json:"uid"`
	Description   string   `json:"description"`
	Tags          []string `json:"tags"`
	Timezone      string   `json:"timezone"`
	SchemaVersion int      `json:"schemaVersion"`
	Version       int      `json:"version"`
	Editable      bool     `json:"editable"`
	Refresh       string   `json:"refresh"`
	Time          struct {
		From string `json:"from"`
		To   string `json:"to"`
	} `json:"time"`
	Templating struct {
		List []struct {
			Name  string `json:"name"`
			Label string `json:"label"`
			Type  string `json:"type"`
			Query string `json:"query"`
		} `json:"list"`
	} `json:"templating"`
	Panels []struct {
		ID          int    `json:"id"`
		Type        string `json:"type"`
		Title       string `json:"title"`
		Description string `json:"description"`
		GridPos     struct {
			X int `json:"x"`
			Y int `json:"y"`
			W int `json:"w"`
			H int `json:"h"`
		} `json:"gridPos"`
		Datasource  source          `json:"datasource"`
		FieldConfig json.RawMessage `json:"fieldConfig"`
		Options     json.RawMessage `json:"options"`
		Targets     []struct {
			RefID        string `json:"refId"`
			Expr         string `json:"expr"`
			LegendFormat string `json:"legendFormat"`
			Format       string `json:"format"`
		} `json:"targets"`
	} `json:"panels"`
}

type source struct {
	Type string `json:"type"`
	UID  string `json:"uid"`
}

func TestDashboard(t *testing.T) {
	t.Parallel()
	in := json.NewDecoder(strings.NewReader(read(t, "deploy/grafana/pagelift.json")))
	in.DisallowUnknownFields()
	var d dashboard
	require.NoError(t, in.Decode(&d))
	require.False(t, in.More())
	require.GreaterOrEqual(t, d.SchemaVersion, 39)
	require.NotEmpty(t, d.UID)
	require.Len(t, d.Templating.List, 1)
	require.Equal(t, "datasource", d.Templating.List[0].Type)
	const width = 24
	taken := map[[2]int]string{}
	ids := map[int]bool{}
	for _, p := range d.Panels {
		require.False(t, ids[p.ID], "two panels %d", p.ID)
		ids[p.ID] = true
		require.Contains(t, []string{"timeseries", "stat"}, p.Type)
		require.NotEmpty(t, p.Description, p.Title)
		require.Equal(t, source{"prometheus", "${" + d.Templating.List[0].Name + "}"}, p.Datasource, p.Title)
		require.NotEmpty(t, p.Targets, p.Title)
		refs := map[string]bool{}
		for _, q := range p.Targets {
			require.False(t, refs[q.RefID], p.Title)
			refs[q.RefID] = true
			requireSeries(t, strings.ReplaceAll(q.Expr, "$__rate_interval", "5m"))
		}
		g := p.GridPos
		require.LessOrEqual(t, g.X+g.W, width, p.Title)
		for x := g.X; x < g.X+g.W; x++ {
			for y := g.Y; y < g.Y+g.H; y++ {
				require.Empty(t, taken[[2]int{x, y}], "%s lies on another", p.Title)
				taken[[2]int{x, y}] = p.Title
			}
		}
	}
}
