package pipeline

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"slices"
	"sync"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/imaging"
)

// images are the files in the graphics of pages, each once. Where they would take too much,
// those that only pages from some page on show are left out. Which that is does not depend
// on the order in which they come.
type images struct {
	most int // bytes of all

	mu    sync.Mutex
	names map[string]string     // by key
	files map[string]*imageFile // by name
	bytes int
	cut   int              // page from which on all that is new is left out; 0: none
	shown map[int][]string // the names on each page
}

// imageFile is a file, and the first page seen so far that shows it.
type imageFile struct {
	Asset
	page int
}

// add keeps an image that a page shows, and gives its address. Images with the same key,
// unless it is empty, are the same.
func (m *images) add(page int, key string, file *imaging.File) (address string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.files == nil {
		m.names, m.files, m.shown = map[string]string{}, map[string]*imageFile{}, map[int][]string{}
	}
	name := m.nameOf(key, file)
	m.shown[page] = append(m.shown[page], name)
	known := m.files[name]
	switch {
	case known != nil:
		known.page = min(known.page, page)
	case m.cut == 0 || page < m.cut:
		m.files[name] = &imageFile{Asset{Name: name, MediaType: file.MediaType, Data: slices.Clone(file.Data)}, page}
		m.bytes += len(file.Data)
	}
	for m.bytes > m.most {
		m.cutLast()
	}
	return name
}

func (m *images) nameOf(key string, file *imaging.File) string {
	if name := m.names[key]; name != "" {
		return name
	}
	sum := sha256.Sum256(file.Data)
	name := htmlout.AssetFolder + "/" + hex.EncodeToString(sum[:8]) + "." + extensions[file.MediaType]
	if key != "" {
		m.names[key] = name
	}
	return name
}

// cutLast lets go of the images that are new on the last page that has such.
func (m *images) cutLast() {
	m.cut = 0
	for _, f := range m.files {
		m.cut = max(m.cut, f.page)
	}
	for name, f := range m.files {
		if f.page == m.cut {
			m.bytes -= len(f.Data)
			delete(m.files, name)
		}
	}
}

// missing are the pages that show images which are left out, and these.
func (m *images) missing() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		for page, names := range m.shown {
			gone := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return m.files[name] != nil })
			if len(gone) > 0 && !yield(page, gone) {
				return
			}
		}
	}
}

// list is all that is kept, by name.
func (m *images) list() []Asset {
	list := make([]Asset, 0, len(m.files))
	for _, f := range m.files {
		list = append(list, f.Asset)
	}
	slices.SortFunc(list, func(a, b Asset) int { return cmp.Compare(a.Name, b.Name) })
	return list
}
