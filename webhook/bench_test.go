package webhook_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/webhook"
)

// bodies are ordinary payloads, and one of the largest accepted size.
func bodies(b *testing.B) map[string][]byte {
	out := map[string][]byte{"large": []byte(`{"event":"x","y":"` + strings.Repeat("z", webhook.MaxBody-20) + `"}`)}
	for _, format := range []webhook.Format{webhook.FormatFlat, webhook.FormatNested} {
		text, err := events()["completed"].Marshal(format)
		require.NoError(b, err)
		out[string(format)] = text
	}
	return out
}

func BenchmarkSign(b *testing.B) {
	for name, body := range bodies(b) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			header := http.Header{}
			for b.Loop() {
				if err := webhook.Sign(header, body, []string{secret}, webhook.SignOptions{ID: "evt_1", Kind: "x"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	for name, body := range bodies(b) {
		b.Run(name, func(b *testing.B) {
			header := signed(b, string(body), []string{secret}, webhook.SignOptions{ID: "evt_1", Kind: "x"})
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := webhook.Verify(header, body, []string{secret}, webhook.Options{Now: at(sent)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMarshal(b *testing.B) {
	for _, format := range []webhook.Format{webhook.FormatFlat, webhook.FormatNested} {
		b.Run(string(format), func(b *testing.B) {
			e := events()["completed"]
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Marshal(format); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Each delivery is another event, so that all work is measured. bytes/event is what is remembered of one.
func BenchmarkHandler(b *testing.B) {
	h := handler(b, ignore, webhook.HandlerOptions{Synchronous: true})
	before := heap()
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		b.StopTimer()
		text := body(n)
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(text))
		r.Header = signed(b, text, []string{secret}, webhook.SignOptions{ID: "evt_" + strconv.Itoa(n), Kind: "x", Time: time.Now()})
		w := httptest.NewRecorder()
		b.StartTimer()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusNoContent {
			b.Fatal(w.Code)
		}
		n++
	}
	b.ReportMetric(float64(heap()-before)/float64(min(n, 1<<15)), "bytes/event")
	runtime.KeepAlive(h)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
