// Package storagetest checks that a bucket does what storage.Bucket promises.
package storagetest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pagelift/pagelift/storage"
)

// Run checks an empty bucket, and leaves it empty.
func Run(t *testing.T, b storage.Bucket) {
	for name, check := range map[string]func(*testing.T, storage.Bucket){
		"what is put is read":                   reads,
		"it is read from any place":             seeks,
		"what is put again takes its place":     replaces,
		"what is not there is not found":        misses,
		"a failing reader stores nothing":       failingReader,
		"an ended context stores nothing":       endedContext,
		"objects are listed by their prefix":    lists,
		"keys that cannot be are told so":       badKeys,
		"many at once do not hinder each other": together,
	} {
		t.Run(name, func(t *testing.T) { check(t, b) })
	}
	for o := range All(t, b, "") {
		t.Errorf("%s is left", o)
	}
}

// All returns the keys that begin with prefix, with the times when they were stored. An error ends the test.
func All(t testing.TB, b storage.Bucket, prefix string) map[string]time.Time {
	t.Helper()
	out := map[string]time.Time{}
	for o, err := range b.List(t.Context(), prefix) {
		must(t, err)
		out[o.Key] = o.ModTime
	}
	return out
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, b storage.Bucket, key, data string) {
	t.Helper()
	must(t, b.Put(t.Context(), key, onlyReader{strings.NewReader(data)}, "text/plain"))
	t.Cleanup(func() { must(t, b.Delete(context.WithoutCancel(t.Context()), key)) })
}

// onlyReader hides that a reader can seek, as a body from a client cannot.
type onlyReader struct{ io.Reader }

func want(t *testing.T, b storage.Bucket, key, data string) {
	t.Helper()
	got, err := storage.ReadAll(t.Context(), b, key, int64(len(data)))
	must(t, err)
	if string(got) != data {
		t.Errorf("%s is %d bytes that differ from the %d that were put", key, len(got), len(data))
	}
}

func gone(t *testing.T, b storage.Bucket, key string) {
	t.Helper()
	r, err := b.Open(t.Context(), key)
	if err == nil {
		must(t, r.Close())
	}
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opening %s: %v, want fs.ErrNotExist", key, err)
	}
}

func reads(t *testing.T, b storage.Bucket) {
	for key, data := range map[string]string{
		"reads/empty": "", "reads/one": "1", "reads/large": strings.Repeat("pagelift", 1<<20),
		"reads/a b+c&d=e%41?ü~'()*,;:@$!#[].txt": "odd",
	} {
		put(t, b, key, data)
		want(t, b, key, data)
	}
	must(t, b.Put(t.Context(), "reads/seeker", strings.NewReader("a reader that can seek"), "text/plain"))
	want(t, b, "reads/seeker", "a reader that can seek")
	must(t, b.Delete(t.Context(), "reads/seeker"))
}

func seeks(t *testing.T, b storage.Bucket) {
	data := strings.Repeat("0123456789", 20_000)
	put(t, b, "seeks", data)
	r, err := b.Open(t.Context(), "seeks")
	must(t, err)
	defer r.Close()
	if n, err := r.Seek(0, io.SeekEnd); err != nil || n != int64(len(data)) {
		t.Fatalf("the end is at %d, %v", n, err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("at the end: %d bytes, %v", n, err)
	}
	for _, at := range []int64{100_003, 7, 0, 199_999} {
		_, err := r.Seek(at, io.SeekStart)
		must(t, err)
		got := make([]byte, min(10, int64(len(data))-at))
		_, err = io.ReadFull(r, got)
		must(t, err)
		if string(got) != data[at:at+int64(len(got))] {
			t.Errorf("at %d there is %q", at, got)
		}
	}
	if _, err := r.Seek(-1, io.SeekStart); err == nil {
		t.Error("there is a place before the beginning")
	}
}

func replaces(t *testing.T, b storage.Bucket) {
	put(t, b, "replaces", "the first, which is longer")
	put(t, b, "replaces", "the second")
	want(t, b, "replaces", "the second")
}

func misses(t *testing.T, b storage.Bucket) {
	gone(t, b, "misses/nothing")
	must(t, b.Delete(t.Context(), "misses/nothing"))
	put(t, b, "misses/folder/object", "1")
	gone(t, b, "misses/folder")
	must(t, b.Delete(t.Context(), "misses/folder/object"))
	gone(t, b, "misses/folder/object")
}

var errReader = errors.New("storagetest: the reader fails")

func failingReader(t *testing.T, b storage.Bucket) {
	put(t, b, "failing/old", "old")
	for _, key := range []string{"failing/old", "failing/new"} {
		r := io.MultiReader(strings.NewReader(strings.Repeat("x", 100_000)), readerFunc(func([]byte) (int, error) { return 0, errReader }))
		if err := b.Put(t.Context(), key, r, "text/plain"); !errors.Is(err, errReader) {
			t.Errorf("%s: %v, want the error of the reader", key, err)
		}
	}
	want(t, b, "failing/old", "old")
	gone(t, b, "failing/new")
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func endedContext(t *testing.T, b storage.Bucket) {
	ctx, cancel := context.WithCancel(t.Context())
	r := io.MultiReader(strings.NewReader("half"), readerFunc(func([]byte) (int, error) { cancel(); return 0, io.EOF }))
	if err := b.Put(ctx, "ended", r, "text/plain"); !errors.Is(err, context.Canceled) {
		t.Errorf("Put: %v, want context.Canceled", err)
	}
	gone(t, b, "ended")
	put(t, b, "ended", "whole")
	if _, err := b.Open(ctx, "ended"); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v, want context.Canceled", err)
	}
	if err := b.Delete(ctx, "ended"); !errors.Is(err, context.Canceled) {
		t.Errorf("Delete: %v, want context.Canceled", err)
	}
	for _, err := range b.List(ctx, "") {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("List: %v, want context.Canceled", err)
		}
	}
	want(t, b, "ended", "whole")
}

func lists(t *testing.T, b storage.Bucket) {
	keys := []string{"lists/1/a", "lists/1/b/c", "lists/12/a", "lists/2 +ü&/a", "listsother"}
	before := time.Now().Add(-time.Hour) // clocks differ
	for _, key := range keys {
		put(t, b, key, key)
	}
	for prefix, wanted := range map[string][]string{
		"lists/1/": keys[:2], "lists/1": keys[:3], "lists": keys, "lists/2 +ü&/": keys[3:4], "lists/3/": nil, "nothing/of/this/kind": nil,
	} {
		got := All(t, b, prefix)
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, wanted) {
			t.Errorf("%q lists %q, want %q", prefix, names, wanted)
		}
		for key, put := range got {
			if put.Before(before) || put.After(time.Now().Add(time.Hour)) {
				t.Errorf("%s was put at %v", key, put)
			}
		}
	}
	for o, err := range b.List(t.Context(), "lists/") { // and deletes meanwhile
		must(t, err)
		must(t, b.Delete(t.Context(), o.Key))
	}
	if got := All(t, b, "lists/"); len(got) > 0 {
		t.Errorf("%v are left", got)
	}
}

func badKeys(t *testing.T, b storage.Bucket) {
	for _, key := range []string{"", "/", "a//b", "/a", "a/", ".", "..", "../a", "a/../b", ".a", "a/.b", "a\x00", "a\n", "\xff", strings.Repeat("a", 256), strings.Repeat("a/", 512) + "a"} {
		if err := b.Put(t.Context(), key, strings.NewReader("1"), "text/plain"); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Put %q: %v, want fs.ErrInvalid", key, err)
		}
		gone(t, b, key)
		must(t, b.Delete(t.Context(), key))
	}
}

// together puts, reads and deletes neighbouring objects at the same time.
func together(t *testing.T, b storage.Bucket) {
	errs := make(chan error)
	const many = 8
	for i := range many {
		go func() { errs <- comeAndGo(t.Context(), b, "together/deep/down/"+string(rune('a'+i))) }()
	}
	for range many {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func comeAndGo(ctx context.Context, b storage.Bucket, key string) error {
	for range 10 {
		if err := b.Put(ctx, key, strings.NewReader(key), "text/plain"); err != nil {
			return err
		}
		data, err := storage.ReadAll(ctx, b, key, int64(len(key)))
		if err != nil {
			return err
		}
		if !bytes.Equal(data, []byte(key)) {
			return errors.New(key + " is " + string(data))
		}
		if err := b.Delete(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
