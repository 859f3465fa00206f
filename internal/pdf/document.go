// Package pdf reads the objects of a PDF file: cross-references, repair,
// decryption, filters, and the trees that hang from the catalog. It is the only
// door to the third-party PDF reader. Everything it returns is safe for
// concurrent use.
package pdf

import "context"

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

// Damage is a fault of the file that was survived.
type Damage struct {
	Code   string // snake_case, stable
	Page   int    // 1-based, 0 when it concerns the whole file
	Object int    // number of the object, 0 when it has none
	Detail string
}

// Document is an open document.
type Document struct {
	warn func(Damage)
}

// Open reads the structure of the document in data, which it keeps and never
// changes. ctx bounds Open only.
func Open(ctx context.Context, data []byte, opts Options) (*Document, error) {
	panic("pdf: Open")
}

// Catalog is the document catalog (clause 7.7.2).
func (d *Document) Catalog() Dict { panic("pdf: Catalog") }

// object is the indirect object r, or nil.
func (d *Document) object(r Ref) Object { panic("pdf: object") }

// Decode runs the filters of s and returns what it holds. When the data is
// damaged it returns what could be decoded, with an error. An image filter
// (DCT, JPX, CCITT, JBIG2) ends the chain: use DecodeUntilImage.
func (d *Document) Decode(s *Stream) ([]byte, error) { panic("pdf: Decode") }

// AppendDecoded is Decode into dst's spare capacity.
func (d *Document) AppendDecoded(dst []byte, s *Stream) ([]byte, error) {
	panic("pdf: AppendDecoded")
}

// DecodeUntilImage runs the filters of s up to the first image filter, and
// returns that filter's name and parameters; name "" when there is none.
func (d *Document) DecodeUntilImage(s *Stream) (data []byte, name Name, parms Dict, err error) {
	panic("pdf: DecodeUntilImage")
}

// Text is what a text string says (clause 7.9.2.2): UTF-16 with a byte order
// mark, UTF-8 with one, otherwise PDFDocEncoding. Language escapes are dropped.
func (s String) Text() string { panic("pdf: Text") }
