package pdf

import "fmt"

// checkedStreams is how many content streams are looked at to see whether the
// key is right.
const checkedStreams = 4

// checkReadable finds out that a document decrypts to rubbish though the password
// fits, because it was encrypted in a way that its dictionary does not tell. What
// is made of it would pass for an empty document. A document that is merely odd
// or damaged must pass: every stream looked at has to be rubbish from its first
// byte on.
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

// isRubbish reports whether the content stream s can be nothing that anybody
// wrote.
func (o *opener) isRubbish(s *Stream) bool {
	chain, err := filtersOf(s, o.Resolve)
	switch {
	case err != nil:
		return false
	case len(chain) == 0:
		return !readable(s.Raw)
	case chain[0].name == "FlateDecode" && isZlib(s.Raw):
		return false // one header in a thousand comes about by chance
	}
	data, err := o.Decode(o.ctx, s)
	return err != nil && (len(data) < readableStart || !readable(data))
}

// Content begins with an operand or operator, or with a comment: that many bytes
// are text, which one rubbish in a million is, or most of its beginning.
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
