package s3_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// fake implements as much of a service as the bucket uses. make soak checks that real services behave in the same
// way.
type fake struct {
	*httptest.Server
	mu      sync.Mutex
	objects map[string]kept
	pages   int // pages of lists, without last ones
}

type kept struct {
	data []byte
	at   time.Time
}

// pageSize is small, so that lists have several pages.
const pageSize = 2

func newFake(t *testing.T) *fake {
	t.Helper()
	f := &fake{objects: map[string]kept{}}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key, ok := strings.CutPrefix(r.URL.Path, "/documents/")
	if !ok {
		http.Error(w, r.URL.Path, http.StatusTeapot)
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case r.Method == http.MethodPut:
		f.put(w, r, key)
	case r.Method == http.MethodDelete:
		delete(f.objects, key)
		w.WriteHeader(http.StatusNoContent)
	case key == "":
		f.list(w, r)
	default:
		f.get(w, r, key)
	}
}

func (f *fake) put(w http.ResponseWriter, r *http.Request, key string) {
	data, err := io.ReadAll(r.Body)
	sum := sha256.Sum256(data)
	if want := r.Header.Get("X-Amz-Content-Sha256"); err != nil || want != "" && want != hex.EncodeToString(sum[:]) || r.ContentLength != int64(len(data)) {
		http.Error(w, "damaged", http.StatusBadRequest)
		return
	}
	f.objects[key] = kept{data, time.Now()}
}

func (f *fake) get(w http.ResponseWriter, r *http.Request, key string) {
	o, ok := f.objects[key]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, "<Error><Code>NoSuchKey</Code></Error>")
		return
	}
	sum := sha256.Sum256(o.data)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:])+`"`)
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(o.data))
}

// list continues behind the key in the token.
func (f *fake) list(w http.ResponseWriter, r *http.Request) {
	type entry struct{ Key, LastModified string }
	var page struct {
		XMLName               xml.Name `xml:"ListBucketResult"`
		Contents              []entry
		IsTruncated           string
		NextContinuationToken string `xml:",omitempty"`
	}
	q := r.URL.Query()
	if q.Get("list-type") != "2" {
		http.Error(w, "an old list", http.StatusTeapot)
		return
	}
	keys := slices.Sorted(maps.Keys(f.objects))
	keys = slices.DeleteFunc(keys, func(k string) bool {
		return !strings.HasPrefix(k, q.Get("prefix")) || k <= q.Get("continuation-token")
	})
	more := len(keys) > pageSize
	if more {
		keys = keys[:pageSize]
		page.NextContinuationToken = keys[pageSize-1]
		f.pages++
	}
	page.IsTruncated = strconv.FormatBool(more)
	for _, k := range keys {
		page.Contents = append(page.Contents, entry{k, f.objects[k].at.UTC().Format(time.RFC3339Nano)})
	}
	_ = xml.NewEncoder(w).Encode(page)
}
