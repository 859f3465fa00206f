// Package pdf reads the objects of a PDF file: cross-references, repair,
// decryption, filters, and the trees that hang from the catalog. It is the only
// door to the third-party PDF reader. Everything it returns is safe for
// concurrent use.
package pdf

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
)

// Options says how to open a document.
type Options struct {
	// Password is tried as user and as owner password.
	Password string
	// MaxPages fails documents with more pages. 0: limits.Pages.
	MaxPages int
	// Warn is called with damage that was survived; it may be called from several
	// goroutines at once. nil: nobody listens.
	Warn func(Damage)
}

// Document is an open document. Objects are read when they are asked for.
type Document struct {
	ctx    context.Context // of Open
	data   []byte
	header int // where %PDF- stands
	warn   func(Damage)
	xref   *xref
	repair struct {
		once sync.Once
		xref *xref
	}
	// misplaced: an object was not where the cross-references say.
	misplaced atomic.Bool
	security  *security // nil: not encrypted
	catalog   Dict
	pages     pageList

	names    nameCache
	objects  objectCache
	streams  objectStreams
	ends     streamEnds
	wasted   atomic.Int64 // bytes read to the end of the file in vain
	reread   atomic.Int64 // bytes of long objects, as often as they were read
	unpacked atomic.Int64 // bytes of object streams, encoded and decoded
	told     struct {
		sync.Mutex
		damage map[Damage]bool
	}

	memo  memo
	trees trees // what the walkers derive from the catalog (tree.go)
}

// Context is the one the document was opened with. It bounds the reading of what
// its pages share and is read when first asked for: object streams, fonts,
// tables. Whoever needed it first must not decide how long it may take.
func (d *Document) Context() context.Context { return d.ctx }

// Catalog is the document catalog (clause 7.7.2).
func (d *Document) Catalog() Dict { return d.catalog }

// Trailer is the trailer dictionary, of the newest update where there are several.
func (d *Document) Trailer() Dict { return d.xref.trailer }

// Header is the first line of the file, from %PDF- on, as far as it is of sane
// length; "" when the file has none.
func (d *Document) Header() string {
	line := d.data[d.header:min(len(d.data), d.header+maxHeader)]
	if !bytes.HasPrefix(line, []byte("%PDF-")) {
		return ""
	}
	if end := bytes.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	return string(line)
}

// maxHeader bounds the first line. Some writers put their name there.
const maxHeader = 256
