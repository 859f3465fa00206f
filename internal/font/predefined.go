package font

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// collection is a character collection of Adobe's (clause 9.7.3). cmaps.bin holds these numbers.
type collection uint8

const (
	noCollection collection = iota
	japan1
	gb1
	cns1
	korea1
	kr
	japan2
	collections
)

// orderings are the names that collections have in CIDSystemInfo.
var orderings = [collections]string{"", "Japan1", "GB1", "CNS1", "Korea1", "KR", "Japan2"}

// collectionOf returns the collection of an ordering, or noCollection if it is none of Adobe's.
func collectionOf(ordering string) collection {
	for c := japan1; c < collections; c++ {
		if orderings[c] == ordering {
			return c
		}
	}
	return noCollection
}

// predefined holds the CMaps unpacked so far, by name.
var predefined struct {
	sync.Mutex
	cmaps map[string]*cmap
}

// predefinedCMap returns the predefined CMap called name, or nil when there is none.
func predefinedCMap(name string) *cmap {
	switch name {
	case "Identity-H", "Identity":
		return identityCMap(false)
	case "Identity-V":
		return identityCMap(true)
	}
	predefined.Lock()
	defer predefined.Unlock()
	return unpackCMap(name, maxUseCMap)
}

// maxUseCMap is the longest chain of usecmap. Adobe's have three CMaps.
const maxUseCMap = 8

// unpackCMap returns the CMap called name together with its parents.
func unpackCMap(name string, depth int) *cmap {
	if m := predefined.cmaps[name]; m != nil || depth == 0 {
		return m
	}
	if m := adobeIdentity(name); m != nil {
		return m
	}
	r := openChunk(name)
	if r == nil || strings.HasPrefix(name, "Adobe-") {
		return nil
	}
	m := &cmap{vertical: r.byte() == 1, form: codeForm(r.byte()), collection: collection(r.byte())}
	parent := r.string()
	for range r.uint() {
		m.spaces = append(m.spaces, codespace{r.uint(), uint32(r.uint()), uint32(r.uint())})
	}
	m.cids = r.ranges(0)
	m.notdef = r.ranges(constant)
	if parent != "" {
		m.parent = unpackCMap(parent, depth-1)
		if len(m.spaces) == 0 && m.parent != nil {
			m.spaces = m.parent.spaces
		}
	}
	if predefined.cmaps == nil {
		predefined.cmaps = map[string]*cmap{}
	}
	predefined.cmaps[name] = m
	return m
}

// adobeIdentity returns the CMap that maps a collection onto itself, such as Adobe-Japan1-6.
func adobeIdentity(name string) *cmap {
	name, ok := strings.CutPrefix(name, "Adobe-")
	ordering, supplement, _ := strings.Cut(name, "-")
	c := collectionOf(ordering)
	if !ok || c == noCollection || len(supplement) != 1 {
		return nil
	}
	m := identityCMap(false)
	m.collection = c
	return m
}

// cidTable holds the meanings of the CIDs of a collection.
type cidTable struct {
	runes []rune // values from utf8.MaxRune + 1 on are indexes into texts; 0: unknown
	texts []string
}

// cidTables holds the tables, each made on first use.
var cidTables [collections]struct {
	once  sync.Once
	table *cidTable
}

// unicodeOf returns the table of collection c, or nil when there is none.
func unicodeOf(c collection) *cidTable {
	if c >= collections {
		return nil
	}
	t := &cidTables[c]
	t.once.Do(func() {
		r := openChunk("Adobe-" + orderings[c] + "-UCS2")
		if r == nil {
			return
		}
		t.table = &cidTable{runes: make([]rune, r.uint())}
		last := int64(0)
		for i := range t.table.runes {
			last += r.int()
			t.table.runes[i] = rune(last)
		}
		for range r.uint() {
			t.table.texts = append(t.table.texts, r.string())
		}
	})
	return t.table
}

// text returns the meaning of cid.
func (t *cidTable) text(cid uint32) text {
	if t == nil || cid >= uint32(len(t.runes)) {
		return text{}
	}
	r := t.runes[cid]
	if r > utf8.MaxRune {
		return text{s: t.texts[r-utf8.MaxRune-1]}.clean()
	}
	return text{r: r}.clean()
}
