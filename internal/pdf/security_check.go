package pdf

import "fmt"

// checkedStreams is the most content streams that are checked to find out whether the key is right.
const checkedStreams = 4

// checkReadable returns an error if a document decrypts to rubbish although the password is right.
// Such a document was encrypted in a way that its dictionary does not describe, and would look like
// an empty document. A document that is only unusual or damaged must pass, so every checked stream
// must be rubbish from its first byte on.
func (o *opener) checkReadable() error {
	if o.security == nil || o.security.streams == cryptNone {
		return nil
	}
	checked := 0
	for n := 1; n <= o.PageCount() && n <= checkedStreams; n++ {
		contents := o.Get(o.Page(n).Dict, "Contents")
		if a, ok := contents.(Array); ok && len(a) > 0 {
			contents = a[0]
		}
		s := o.Stream(contents)
		if s == nil || len(s.Raw) == 0 {
			continue
		}
		if !o.isRubbish(s) {
			return nil
		}
		checked++
	}
	if checked == 0 {
		return nil
	}
	return fmt.Errorf("%w: what the key gives cannot be read", ErrPassword)
}

// isRubbish reports whether nobody can have written the content stream s.
func (o *opener) isRubbish(s *Stream) bool {
	chain, err := filtersOf(s, o.Resolve)
	switch {
	case err != nil:
		return false
	case len(chain) == 0:
		return !readable(s.Raw)
	case chain[0].name == "FlateDecode" && isZlib(s.Raw):
		return false // one random header in a thousand is valid
	}
	data, err := o.Decode(o.ctx, s)
	return err != nil && (len(data) < readableStart || !readable(data))
}

// A content stream begins with an operand, an operator or a comment. So either its first readableStart
// bytes are text, which is the case for one rubbish stream in a million, or most of its beginning is.
const (
	readableStart  = 16
	readableSample = 256
	readableShare  = 0.75
)

func readable(data []byte) bool {
	data = data[:min(len(data), readableSample)]
	printable, leading := 0, 0
	for i, c := range data {
		if c >= ' ' && c < 0x7f || isSpace(c) {
			printable++
			if leading == i {
				leading++
			}
		}
	}
	return len(data) > 0 && (leading >= readableStart || float64(printable) >= readableShare*float64(len(data)))
}
