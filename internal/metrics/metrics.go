// Package metrics counts, and writes the counts in the text format of Prometheus (version 0.0.4). The service
// needs nothing else of a metrics library. Public libraries delay each start of the program by more than a tenth
// of a millisecond (docs/adr/0030-metrics-and-traces.md).
package metrics

import (
	"bufio"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ContentType is the media type of the output of WriteText.
const ContentType = "text/plain; version=0.0.4; charset=utf-8"

// Kind is the kind of the values of a family.
type Kind string

// The kinds of families.
const (
	CounterKind   Kind = "counter"
	GaugeKind     Kind = "gauge"
	HistogramKind Kind = "histogram"
)

// Family is a metric with all its series.
type Family struct {
	Name, Help string
	Kind       Kind
	Samples    []Sample
}

// Sample is one value of a series.
type Sample struct {
	Suffix string   // added to the name, for the parts of a histogram
	Labels []string // names and values in turn
	Value  float64
}

// Gauge returns a family with one value.
func Gauge(name, help string, value float64) Family {
	return Family{Name: name, Help: help, Kind: GaugeKind, Samples: []Sample{{Value: value}}}
}

// Counted returns a family with one value that only grows.
func Counted(name, help string, value float64) Family {
	f := Gauge(name, help, value)
	f.Kind = CounterKind
	return f
}

// Escapes of the format.
var (
	helpEscapes  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	valueEscapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// WriteText writes families in the given order.
func WriteText(w io.Writer, families []Family) error {
	b := bufio.NewWriter(w)
	for _, f := range families {
		_, _ = b.WriteString("# HELP " + f.Name + " " + helpEscapes.Replace(f.Help) + "\n# TYPE " + f.Name + " " + string(f.Kind) + "\n")
		for _, s := range f.Samples {
			_, _ = b.WriteString(f.Name + s.Suffix)
			for i := 0; i < len(s.Labels); i += 2 {
				_, _ = b.WriteString(between(i, "{", ",") + s.Labels[i] + `="` + valueEscapes.Replace(s.Labels[i+1]) + `"`)
			}
			if len(s.Labels) > 0 {
				_ = b.WriteByte('}')
			}
			_, _ = b.WriteString(" " + number(s.Value) + "\n")
		}
	}
	return b.Flush() // it returns the error of any write before
}

func between(i int, first, other string) string {
	if i == 0 {
		return first
	}
	return other
}

// number returns a value as the format has it.
func number(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "+Inf"
	case math.IsInf(v, -1):
		return "-Inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// vec holds the series of a family by the values of their labels.
type vec[T any] struct {
	name, help string
	labels     []string
	mu         sync.Mutex
	series     map[string]*T
}

func newVec[T any](name, help string, labels []string) vec[T] {
	return vec[T]{name: name, help: help, labels: labels, series: map[string]*T{}}
}

// separator does not occur in values of labels.
const separator = "\x00"

// seriesOf returns the series with these values of labels. It calls fresh for a new series. The caller holds the lock.
func (v *vec[T]) seriesOf(values []string, fresh func() *T) *T {
	if len(values) != len(v.labels) {
		panic("metrics: " + v.name + " has other labels")
	}
	key := strings.Join(values, separator)
	s := v.series[key]
	if s == nil {
		s = fresh()
		v.series[key] = s
	}
	return s
}

// each visits the series, sorted by their labels. The caller holds the lock.
func (v *vec[T]) each(visit func(labels []string, s *T)) {
	keys := make([]string, 0, len(v.series))
	for key := range v.series {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		var labels []string
		if len(v.labels) > 0 {
			for i, value := range strings.Split(key, separator) {
				labels = append(labels, v.labels[i], value)
			}
		}
		visit(labels, v.series[key])
	}
}

// Counter counts, by the values of its labels.
type Counter struct{ vec[float64] }

// NewCounter returns a counter. Its name ends in _total.
func NewCounter(name, help string, labels ...string) *Counter {
	return &Counter{newVec[float64](name, help, labels)}
}

// Add adds n to the series with these values, one for each label. n is not negative.
func (c *Counter) Add(n float64, values ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*c.seriesOf(values, func() *float64 { return new(float64) }) += n
}

// Family returns the counts.
func (c *Counter) Family() Family {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := Family{Name: c.name, Help: c.help, Kind: CounterKind}
	c.each(func(labels []string, n *float64) { f.Samples = append(f.Samples, Sample{Labels: labels, Value: *n}) })
	return f
}

// Histogram counts values by size, and by the values of its labels.
type Histogram struct {
	vec[distribution]
	bounds []float64
}

// distribution is a series of a histogram.
type distribution struct {
	buckets []uint64 // up to each bound, and above the last
	sum     float64
}

// NewHistogram returns a histogram. Its bounds rise.
func NewHistogram(name, help string, bounds []float64, labels ...string) *Histogram {
	return &Histogram{newVec[distribution](name, help, labels), bounds}
}

// Observe counts a value in the series with these values of labels.
func (h *Histogram) Observe(v float64, values ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d := h.seriesOf(values, func() *distribution { return &distribution{buckets: make([]uint64, len(h.bounds)+1)} })
	i, _ := slices.BinarySearch(h.bounds, v) // a value equal to a bound is in the bucket of the bound
	d.buckets[i]++
	d.sum += v
}

// Family returns the observed values.
func (h *Histogram) Family() Family {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := Family{Name: h.name, Help: h.help, Kind: HistogramKind}
	h.each(func(labels []string, d *distribution) {
		total := uint64(0)
		for i, n := range d.buckets {
			total += n
			bound := math.Inf(1)
			if i < len(h.bounds) {
				bound = h.bounds[i]
			}
			f.Samples = append(f.Samples, Sample{Suffix: "_bucket", Labels: append(slices.Clip(labels), "le", number(bound)), Value: float64(total)})
		}
		f.Samples = append(f.Samples, Sample{Suffix: "_sum", Labels: labels, Value: d.sum}, Sample{Suffix: "_count", Labels: labels, Value: float64(total)})
	})
	return f
}
