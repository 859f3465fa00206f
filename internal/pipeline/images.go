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

// images are the files in the graphics of pages, each kept once. If they would take too much, images that appear
// only from some page on are left out. That page does not depend on the order in which the pages arrive.
type images struct {
	most int // bytes of all files

	mu    sync.Mutex
	names map[string]string     // by key
	files map[string]*imageFile // by name
	bytes int
	cut   int              // new images are left out from this page on; 0: none are
	shown map[int][]string // the names of images on each page
}

// imageFile is a file, with the first page seen so far that shows it.
type imageFile struct {
	Asset
	page int
}

// add keeps an image that a page shows, and returns its address. Images with the same key are the same image,
// unless the key is empty.
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

// cutLast drops the images that first appear on the last page with new images.
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

// missing returns the pages with images that are left out, and the names of these images.
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

// list returns all files that are kept, by name.
func (m *images) list() []Asset {
	list := make([]Asset, 0, len(m.files))
	for _, f := range m.files {
		list = append(list, f.Asset)
	}
	slices.SortFunc(list, func(a, b Asset) int { return cmp.Compare(a.Name, b.Name) })
	return list
}
