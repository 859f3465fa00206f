// Package pdf reads the objects of a PDF file. It handles cross-references, repair, decryption and
// filters, and reads the trees below the catalog. It is the only package that uses the third-party
// PDF reader. Everything it returns is safe for concurrent use.
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
	// MaxPages is the most pages; Open fails for documents with more. 0 means limits.Pages.
	MaxPages int
	// Warn is called for each damage that reading survived, maybe by several goroutines at once. It may be nil.
	Warn func(Damage)
}

// Document is an open document. It reads objects on demand.
type Document struct {
	ctx    context.Context // of Open
	data   []byte
	header int // place of %PDF-
	warn   func(Damage)
	xref   *xref
	repair struct {
		once sync.Once
		xref *xref
	}
	// misplaced is set when an object was not where the cross-references say.
	misplaced atomic.Bool
	security  *security // nil: not encrypted
	catalog   Dict
	pages     pageList

	names    nameCache
	objects  objectCache
	streams  objectStreams
	ends     streamEnds
	wasted   atomic.Int64 // number of bytes read to the end of the file in vain
	reread   atomic.Int64 // number of bytes of long objects that were read, including repetitions
	unpacked atomic.Int64 // bytes of object streams, encoded and decoded
	told     struct {
		sync.Mutex
		damage map[Damage]bool
	}

	memo  memo
	trees trees // results of the tree walkers (tree.go)
}

// Context returns the context with which the document was opened. It bounds the reading of things
// that pages share and that are read on first use: object streams, fonts, tables. The caller that
// happens to need such a thing first must not decide how long reading it may take.
func (d *Document) Context() context.Context { return d.ctx }

// Catalog returns the document catalog (clause 7.7.2).
func (d *Document) Catalog() Dict { return d.catalog }

// Trailer returns the trailer dictionary. If there are several, it is that of the newest update.
func (d *Document) Trailer() Dict { return d.xref.trailer }

// Header returns the first line of the file from %PDF- on, up to maxHeader bytes. It returns ""
// when the file has no header.
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

// maxHeader is the most bytes of the first line. Some writers put their name there.
const maxHeader = 256
